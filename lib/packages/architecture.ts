/** Processors that Lambda offers, as Node and npm name them. */
export const ARCHITECTURES = ['arm64', 'x64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];
