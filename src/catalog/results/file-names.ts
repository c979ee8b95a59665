/** Names the files of a target: its list entry, results, recording and lock have the same base name. */

/**
 * Returns the base name of a host's files. Percent-encodes characters that file systems may not accept (the colon of a port).
 */
export function fileNameOf(host: string): string {
  return host.replace(/[^a-z0-9._-]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Returns the host of a base name from `fileNameOf`. */
export function hostOf(fileName: string): string {
  return fileName.replace(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
