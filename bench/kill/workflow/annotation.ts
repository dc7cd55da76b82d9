/** Annotations: each answered one is stored, and none is stored in part. */
import type { Violations } from '../violations.ts';
import { answeredOf } from './activity.ts';
import type { Activity } from './activity.ts';
import { NoAnswerError } from '../../running-service/client/api-client.ts';
import type { KillWorld } from './kill-world.ts';

interface DocumentView {
  readonly document_id: string;
  readonly status: string;
  readonly page_count: number;
  readonly sub_documents: readonly { readonly name: string; readonly pages: readonly number[] }[] | null;
}
interface CollectionPage {
  readonly items: readonly { readonly annotated_count: number; readonly document_count: number }[];
}

/** Requests at once. */
const AT_ONCE = 12;

const listDocuments = async (world: KillWorld): Promise<readonly DocumentView[]> =>
  (await world.get<{ items: DocumentView[] }>(world.own('/training-documents?limit=1000'))).items;

/** Splits the file after its first page, or not. */
const annotationOf = (pages: number, name: string, split: boolean) => {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  const parts = split && pages > 1 ? [all.slice(0, 1), all.slice(1)] : [all];
  return parts.map((part, index) => ({ name: `${name}-${index}`, pages: part }));
};
const textOf = (parts: DocumentView['sub_documents']): string =>
  JSON.stringify((parts ?? []).map(({ name, pages }) => [name, pages]));

export function annotation(): Activity {
  let documents: readonly DocumentView[] = [];
  let name = '';
  let answered: boolean[] = [];
  const wanted = (at: number) => annotationOf(documents[at]?.page_count ?? 1, name, at % 2 === 0);
  const put = (world: KillWorld, at: number): Promise<unknown> =>
    world.send('PUT', world.own(`/training-documents/${documents[at]?.document_id ?? ''}/annotation`), {
      sub_documents: wanted(at),
    });
  const checkStored = async (world: KillWorld, violations: Violations): Promise<void> => {
    const now = new Map((await listDocuments(world)).map((document) => [document.document_id, document]));
    for (const [at, before] of documents.entries()) {
      const stored = textOf(now.get(before.document_id)?.sub_documents ?? null);
      const [old, sent] = [textOf(before.sub_documents), textOf(wanted(at))];
      if (answered[at] === true && stored !== sent) violations.add('lost', `annotation of ${before.document_id}`);
      if (stored !== sent && stored !== old)
        violations.add('half_done', `annotation of ${before.document_id}: ${stored}`);
    }
  };
  const checkCounts = async (world: KillWorld, violations: Violations): Promise<void> => {
    const rows = await listDocuments(world);
    const { items } = await world.get<CollectionPage>(world.own('/collections'));
    const counted = [
      items.reduce((sum, one) => sum + one.annotated_count, 0),
      items.reduce((sum, one) => sum + one.document_count, 0),
    ];
    const expected = [rows.filter(({ status }) => status === 'annotated').length, rows.length];
    if (counted.join() !== expected.join())
      violations.add('miscounted', `collections count ${counted.join(' of ')}, there are ${expected.join(' of ')}`);
  };
  return {
    name: 'annotation',
    killWithinMs: 400,
    prepare: async (world, round) => {
      name = `round-${round}`;
      documents = (await listDocuments(world)).filter(({ status }) => status !== 'reading').slice(0, AT_ONCE);
    },
    act: async (world) => {
      answered = await answeredOf(
        documents.map((_, at) => put(world, at)),
        (error) => error instanceof NoAnswerError,
      );
    },
    finish: async (world, violations) => {
      await checkStored(world, violations);
      for (const at of documents.keys()) await put(world, at);
      answered = documents.map(() => true);
      await checkStored(world, violations);
      await checkCounts(world, violations);
    },
  };
}
