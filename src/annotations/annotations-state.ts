import type { Annotation } from './annotation.ts';

/** The open book's annotations as shown by the controls. */
export interface AnnotationsState {
  list: readonly Annotation[];
  /** Ids of annotations whose quote is no longer in the text. */
  orphaned: ReadonlySet<string>;
  /** The last deleted annotation, while the deletion can be undone. */
  lastDeleted: Annotation | null;
  /**
   * `visit` means that this device must not store annotations, and `waiting` means that the latest
   * changes are not stored yet.
   */
  storage: 'kept' | 'visit' | 'waiting';
  /** Result of the last import. The count is null if the file could not be read. */
  imported: { count: number | null } | null;
}

export type AnnotationsChange =
  | { type: 'put'; annotations: readonly Annotation[] }
  | { type: 'delete'; id: string }
  /** The annotation was deleted in another tab, which cannot be undone here. */
  | { type: 'gone'; id: string }
  | { type: 'forget-deleted' }
  | { type: 'placed'; found: readonly Annotation[]; lost: readonly string[] }
  | { type: 'storage'; storage: AnnotationsState['storage'] }
  | { type: 'imported'; count: number | null };

export const noAnnotations: AnnotationsState = {
  list: [],
  orphaned: new Set(),
  lastDeleted: null,
  storage: 'kept',
  imported: null,
};

export function updateAnnotations(
  state: AnnotationsState,
  change: AnnotationsChange,
): AnnotationsState {
  switch (change.type) {
    case 'put': {
      const { list, lastDeleted } = state;
      const isRestored = change.annotations.some(({ id }) => id === lastDeleted?.id);
      return {
        ...state,
        list: withAnnotations(list, change.annotations),
        lastDeleted: isRestored ? null : lastDeleted,
      };
    }
    case 'delete': {
      const lastDeleted = state.list.find(({ id }) => id === change.id) ?? null;
      return lastDeleted ? { ...withoutAnnotation(state, change.id), lastDeleted } : state;
    }
    case 'gone':
      return withoutAnnotation(state, change.id);
    case 'forget-deleted':
      return { ...state, lastDeleted: null };
    case 'placed': {
      const orphaned = new Set([...state.orphaned, ...change.lost]);
      for (const { id } of change.found) orphaned.delete(id);
      return { ...state, list: withAnnotations(state.list, change.found), orphaned };
    }
    case 'storage':
      return change.storage === state.storage ? state : { ...state, storage: change.storage };
    case 'imported':
      return { ...state, imported: { count: change.count } };
  }
}

function withAnnotations(
  list: readonly Annotation[],
  annotations: readonly Annotation[],
): Annotation[] {
  const byId = new Map(list.map((annotation) => [annotation.id, annotation]));
  for (const annotation of annotations) byId.set(annotation.id, annotation);
  return [...byId.values()];
}

function withoutAnnotation(state: AnnotationsState, id: string): AnnotationsState {
  return { ...state, list: state.list.filter((annotation) => annotation.id !== id) };
}
