/** The list docs/sources/crop-photographs.tsv: pictures of public repositories, with the corners of the documents on them. */
import { createHash } from 'node:crypto';
import { isConvex, type Point, type Quadrilateral } from '../../../core/documents/sheets/quadrilateral.ts';
import { sourceName } from '../../split-model/collect/read-sources.ts';

/** The network was trained on the photographs of `training`. */
export type PhotographSet = 'training' | 'development' | 'evaluation';

export interface Photograph {
  /** OWNER/NAME. */
  readonly repository: string;
  readonly commit: string;
  /** In the repository. */
  readonly path: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly set: PhotographSet;
  /** In pixels of the upright picture (EXIF orientation applied). None where it has to stay whole. */
  readonly documents: readonly Quadrilateral[];
}

const COLUMNS = 'repository\tcommit\tpath\tsha256\tset\tlicence\tdocuments\tnote';
const REPOSITORY = /^[\w-]+\/[\w.-]+$/;
const COMMIT = /^[0-9a-f]{40}$/;
const SHA_256 = /^[0-9a-f]{64}$/;

/** The set of a repository that is not for training. A hash of the name decides, so that no result can. */
export function setOf(repository: string): Exclude<PhotographSet, 'training'> {
  const [first = 0] = createHash('sha256').update(repository).digest();
  return first % 2 === 0 ? 'development' : 'evaluation';
}

/** Path of the file in the folder of photographs: OWNER+NAME/PATH. */
export const photographFile = ({ repository, path }: Pick<Photograph, 'repository' | 'path'>): string =>
  `${sourceName(repository)}/${path}`;

/**
 * @param text a line of tab-separated values for each picture, below a line with the names of the columns
 * @throws RangeError where it is something else
 */
export function readPhotographs(text: string): Photograph[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== COLUMNS) throw new RangeError(`The columns of the list are not ${COLUMNS.replaceAll('\t', ', ')}.`);
  return lines.map((line) => {
    try {
      return readPhotograph(line);
    } catch (error) {
      throw new RangeError(`In the line ${line}`, { cause: error });
    }
  });
}

function readPhotograph(line: string): Photograph {
  const [repository = '', commit = '', path = '', sha256 = '', set, , documents = ''] = line.split('\t');
  if (!REPOSITORY.test(repository) || !COMMIT.test(commit)) throw new RangeError('No repository and commit.');
  if (path === '' || path.split('/').includes('..')) throw new RangeError('No path in the repository.');
  if (!SHA_256.test(sha256)) throw new RangeError('No SHA-256 in hexadecimal digits.');
  if (set !== 'training' && set !== setOf(repository)) throw new RangeError('Not the set of the repository.');
  return { repository, commit, path, sha256, set, documents: readDocuments(documents) };
}

function readDocuments(text: string): Quadrilateral[] {
  const documents: unknown = JSON.parse(text);
  if (!Array.isArray(documents)) throw new RangeError('No array of documents.');
  return documents.map(readCorners);
}

function readCorners(document: unknown): Quadrilateral {
  const corners = Array.isArray(document) ? document.map(readCorner) : [];
  const [a, b, c, d] = corners;
  if (a === undefined || b === undefined || c === undefined || d === undefined || corners.length !== 4)
    throw new RangeError('A document has not four corners.');
  if (!isConvex([a, b, c, d])) throw new RangeError('Corners are not those of a convex quadrilateral, clockwise.');
  return [a, b, c, d];
}

function readCorner(corner: unknown): Point {
  const values: unknown[] = Array.isArray(corner) ? corner : [];
  const [x, y] = values;
  if (typeof x !== 'number' || typeof y !== 'number') throw new RangeError('A corner is not two numbers.');
  return { x, y };
}
