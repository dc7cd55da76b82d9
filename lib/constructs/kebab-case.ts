/** `ReadPages`, the name of a state or construct → `read-pages`, that of its file, entry or alarm. */
export const kebabCase = (name: string): string =>
  name.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
