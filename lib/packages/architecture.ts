/** Lambda's processor architectures, with the names of Node.js and npm. */
export const ARCHITECTURES = ['arm64', 'x64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];
