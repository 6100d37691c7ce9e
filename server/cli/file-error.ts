const messages: Record<string, string> = {
  ENOENT: 'File not found.',
  ENOTDIR: 'File not found.',
  EISDIR: 'This is a folder. Pass a file.',
  EACCES: 'Permission to read the file was denied.',
  ENAMETOOLONG: 'This name is too long for a file.',
  ERR_FS_FILE_TOO_LARGE: 'This file is larger than 2 GB.',
};

/** Describes why a file cannot be read. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return messages[code] ?? error.message;
}

/** Whether an error is one of these reasons. */
export function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code) in messages;
}
