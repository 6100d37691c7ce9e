import type { Database } from '../db/open.ts';
import type { VersionFile } from './webpub/manifest.ts';

export type VersionFiles = ReturnType<typeof versionFiles>;

/** Lists the files of versions without their contents. */
export function versionFiles(db: Database) {
  return {
    async list(versionId: string): Promise<{ files: VersionFile[]; coverPath: string | null }> {
      const files = await db.query
        .selectFrom('resources')
        .select(['path', 'media_type as mediaType'])
        .where('version_id', '=', versionId)
        .orderBy('path')
        .execute();
      const version = await db.query
        .selectFrom('book_versions')
        .select('cover_path')
        .where('id', '=', versionId)
        .executeTakeFirst();
      return { files, coverPath: version?.cover_path ?? null };
    },

    /** Returns the media types of these versions' covers, by version id. */
    async coverTypes(versionIds: string[]): Promise<Map<string, string>> {
      if (versionIds.length === 0) return new Map();
      const rows = await db.query
        .selectFrom('book_versions')
        .innerJoin('resources', (join) =>
          join
            .onRef('resources.version_id', '=', 'book_versions.id')
            .onRef('resources.path', '=', 'book_versions.cover_path'),
        )
        .select(['book_versions.id', 'resources.media_type'])
        .where('book_versions.id', 'in', versionIds)
        .execute();
      return new Map(rows.map(({ id, media_type }) => [id, media_type]));
    },
  };
}
