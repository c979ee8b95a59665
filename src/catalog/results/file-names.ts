/** The names of a target's files: its entry in the list, its stored result, its recording and its lock begin with the same name. */

/** The name of a host's files; what file systems may refuse (the colon of a port) is percent-encoded. */
export function fileNameOf(host: string): string {
  return host.replace(/[^a-z0-9._-]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** The host that `fileNameOf` has named a file after. */
export function hostOf(fileName: string): string {
  return fileName.replace(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
