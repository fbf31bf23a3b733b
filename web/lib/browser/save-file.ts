// Saves bytes that the page already has as a download.
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After a minute the download has started and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
