/** The data folder holds something that this version cannot use: a damaged file, or one of a newer version. */
export class DataFolderUnusableError extends Error {
  override readonly name = 'DataFolderUnusableError';
}
