/** Text that every format can carry: what XML 1.0 forbids (control characters, halves of surrogate pairs) becomes a space. */

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

export const printable = (text: string): string => text.toWellFormed().replace(FORBIDDEN, ' ');
