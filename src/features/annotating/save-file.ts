/** Downloads a file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts the download after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Derives a file name from a title. */
export function fileName(title: string, extension: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return `${name || 'book'}.${extension}`;
}
