/** The lists of repositories: docs/sources/training-sources.tsv, evaluation-sources.tsv and the others. */

export interface Source {
  /** OWNER/NAME. */
  readonly repository: string;
  readonly commit: string;
}

const FIRST_COLUMNS = 'repository\tcommit\t';
const REPOSITORY = /^[\w-]+\/[\w.-]+$/;
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * @param text a line of tab-separated values for each repository, below a line with the names of the columns
 * @throws RangeError where it is something else
 */
export function readSources(text: string): Source[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head?.startsWith(FIRST_COLUMNS) !== true)
    throw new RangeError('The first columns of the list are not repository and commit.');
  return lines.map((line) => {
    const [repository = '', commit = ''] = line.split('\t');
    if (!REPOSITORY.test(repository) || !COMMIT.test(commit))
      throw new RangeError(`This line names no repository and commit: ${line}`);
    return { repository, commit };
  });
}

/** Name of the folder of a repository's documents, and of its mirror. */
export const sourceName = (repository: string): string => repository.replace('/', '+');
