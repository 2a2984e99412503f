/** Files and folders that are dropped or picked, each with its path. */

const paths = new WeakMap<File, string>();

/** The path of a file in what was dropped or picked, from `/`. */
export const pathOf = (file: File): string => paths.get(file) ?? `/${file.webkitRelativePath || file.name}`;

/** Most files of a folder. */
const MOST_FILES = 20_000;

/** The files of a drop, those in folders too. @throws {Error} if there are too many */
export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  // Entries are only readable during the event, files afterwards too.
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
  const files = [...(transfer?.files ?? [])];
  if (!entries.some((entry) => entry?.isDirectory)) return files;
  const found: File[] = [];
  const walk = async (entry: FileSystemEntry | null): Promise<void> => {
    if (entry?.isFile) {
      const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
      paths.set(file, entry.fullPath);
      if (found.push(file) > MOST_FILES) throw new Error(`more than ${MOST_FILES} files; drop a smaller folder`);
    } else if (entry && !/^(node_modules|\.git)$/.test(entry.name)) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (;;) {
        const part = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
        if (part.length === 0) break;
        for (const one of part) await walk(one);
      }
    }
  };
  for (const entry of entries) await walk(entry);
  return found;
}
