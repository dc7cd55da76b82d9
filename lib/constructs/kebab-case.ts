/** From the name of a state or construct, `ReadPages`, that of its file, entry or alarm: `read-pages`. */
export const kebabCase = (name: string): string =>
  name.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
