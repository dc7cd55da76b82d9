/** Counts the state transitions of an execution without errors, from the state machine's file. */
import { readFileSync } from 'node:fs';

interface State {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly { readonly Variable: string; readonly IsPresent?: boolean; readonly Next: string }[];
  readonly ItemProcessor?: Machine & { readonly ProcessorConfig: { readonly Mode: string } };
  readonly MaxConcurrency?: number;
}

interface Machine {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

const readMachine = (): Machine =>
  // The cast holds: the tests validate the file with asl-validator.
  JSON.parse(
    readFileSync(new URL('../../state-machines/process-document.asl.json', import.meta.url), 'utf8'),
  ) as Machine;

const machine = readMachine();

/** `$.chunks[40]` is present from 41 chunks on. */
const nextOf = ({ Next, Default, Choices = [] }: State, chunks: number): string | undefined => {
  const taken = Choices.find(
    ({ Variable, IsPresent }) =>
      IsPresent === true && chunks > Number(/^\$\.chunks\[(\d+)\]$/.exec(Variable)?.[1] ?? Infinity),
  );
  return taken?.Next ?? Next ?? Default;
};

/** The states of an execution with so many chunks, in order. @throws Error where the file refers to a missing state */
export const statesOf = (
  chunks: number,
  { StartAt, States }: Machine = machine,
): readonly (State & { readonly name: string })[] => {
  const path: (State & { readonly name: string })[] = [];
  for (let name: string | undefined = StartAt; name !== undefined;) {
    const state: State | undefined = States[name];
    if (state === undefined) throw new Error(`There is no state ${name}.`);
    path.push({ name, ...state });
    name = nextOf(state, chunks);
  }
  return path;
};

/** Transitions into each state and out of the last one. A Distributed Map runs a child execution for each chunk. */
export const countTransitions = (chunks: number): number => {
  const path = statesOf(chunks);
  const inner = path.reduce((sum, { ItemProcessor }) => {
    if (ItemProcessor === undefined) return sum;
    const states = statesOf(chunks, ItemProcessor).length;
    return sum + chunks * (ItemProcessor.ProcessorConfig.Mode === 'DISTRIBUTED' ? states + 1 : states);
  }, 0);
  return path.length + inner + 1;
};

/** Number of chunks of a document that are read concurrently, and whether in child executions. */
export const mapOf = (chunks: number): { readonly width: number; readonly distributed: boolean } => {
  const map = statesOf(chunks).find(({ Type }) => Type === 'Map');
  if (map?.MaxConcurrency === undefined) throw new Error('process-document.asl.json has no Map with a MaxConcurrency.');
  return { width: map.MaxConcurrency, distributed: map.ItemProcessor?.ProcessorConfig.Mode === 'DISTRIBUTED' };
};
