/** The chosen documents are larger than an archive can be. */
export class ArchiveTooLargeError extends Error {
  override readonly name = 'ArchiveTooLargeError';
}
