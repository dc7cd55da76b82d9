/** Checks that the native binaries of a package match its processor architecture. */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture } from './architecture.ts';

/** Offset and values of e_machine in an ELF header (System V ABI; EM_AARCH64, EM_X86_64). */
const MACHINE_OFFSET = 18;
const MACHINES: Readonly<Record<Architecture, number>> = { arm64: 183, x64: 62 };
const ELF_MAGIC = '7f454c46';

const isNative = (name: string): boolean => /\.node$|\.so(\.\d+)*$/.test(name);

/** e_machine; undefined where the file is not an ELF file. */
const machineOf = async (path: string): Promise<number | undefined> => {
  const file = await open(path);
  try {
    const header = Buffer.alloc(MACHINE_OFFSET + 2);
    await file.read(header, 0, header.length, 0);
    return header.toString('hex', 0, 4) === ELF_MAGIC ? header.readUInt16LE(MACHINE_OFFSET) : undefined;
  } finally {
    await file.close();
  }
};

/**
 * @returns the number of native binaries in the folder
 * @throws Error that names a binary for another processor or operating system
 */
export const checkBinaries = async (folder: string, arch: Architecture): Promise<number> => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && isNative(entry.name),
  );
  for (const { parentPath, name } of files) {
    const machine = await machineOf(join(parentPath, name));
    if (machine !== MACHINES[arch])
      throw new Error(
        `${join(parentPath, name)} is not a Linux binary for ${arch}: its machine is ${machine ?? 'unknown'}.`,
      );
  }
  return files.length;
};
