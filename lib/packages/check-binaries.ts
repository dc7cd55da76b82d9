/** Makes sure that a package's native binaries are for the processor that it was built for. */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture } from './architecture.ts';

/** ELF header: where the machine is named, and its numbers for our processors (System V ABI; EM_AARCH64, EM_X86_64). */
const MACHINE_OFFSET = 18;
const MACHINES: Readonly<Record<Architecture, number>> = { arm64: 183, x64: 62 };
const ELF_MAGIC = '7f454c46';

const isNative = (name: string): boolean => /\.node$|\.so(\.\d+)*$/.test(name);

/** The machine's number; undefined where the file is no ELF file. */
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
 * @returns how many native binaries the folder holds
 * @throws Error that names a binary which is not for this processor and Linux
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
