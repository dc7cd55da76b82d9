/** What the local runner needs to know of an ASL file, and what must be said in it for the runner to behave as Step Functions does. */
import type { StateMachineDefinition } from 'aws-local-stepfunctions';

type StatesOnly = Pick<StateMachineDefinition, 'States'>;
type State = StateMachineDefinition['States'][string];

/**
 * Seconds of a Task without a limit of its own. Step Functions' default is as good as none; the runner's is 60,
 * and a step may wait longer than that for its turn among other documents. A week.
 */
const TASK_SECONDS = 604_800;

const iteratorOf = (state: State): StatesOnly | undefined =>
  state.Type === 'Map' ? (state.ItemProcessor ?? state.Iterator) : undefined;

/** Items of a Distributed Map at a time: its own bound is made for many machines, this is what an inline one has. */
const DISTRIBUTED_HERE = 16;

const isDistributed = (processor: object): boolean =>
  'ProcessorConfig' in processor && JSON.stringify(processor.ProcessorConfig).includes('"DISTRIBUTED"');

const withTime = (state: State): State => {
  if (state.Type === 'Task') return { ...state, TimeoutSeconds: state.TimeoutSeconds ?? TASK_SECONDS };
  if (state.Type !== 'Map') return state;
  if (state.ItemProcessor !== undefined) {
    return {
      ...state,
      ...(isDistributed(state.ItemProcessor) ? { MaxConcurrency: DISTRIBUTED_HERE } : {}),
      ItemProcessor: giveTasksTime(state.ItemProcessor),
    };
  }
  return state.Iterator === undefined ? state : { ...state, Iterator: giveTasksTime(state.Iterator) };
};

/** The definition with a time limit on each Task that Step Functions would let run on. */
export const giveTasksTime = <Definition extends StatesOnly>(definition: Definition): Definition => ({
  ...definition,
  States: Object.fromEntries(Object.entries(definition.States).map(([name, state]) => [name, withTime(state)])),
});

/** Names of the Task states inside each Map state; those outside of any under the name ''. */
export const nestedTasksByMap = (definition: StatesOnly, map = ''): ReadonlyMap<string, readonly string[]> => {
  const states = Object.entries(definition.States);
  const tasks = new Map<string, readonly string[]>([
    [map, states.filter(([, state]) => state.Type === 'Task').map(([name]) => name)],
  ]);
  for (const [name, state] of states) {
    const iterator = iteratorOf(state);
    if (iterator !== undefined) for (const [inner, names] of nestedTasksByMap(iterator, name)) tasks.set(inner, names);
  }
  return tasks;
};

/** Which step answers each Task state: the one that its Resource's placeholder names (`${ReadPagesArn}`), else the one of its own name. */
export const stepsByTask = (definition: StatesOnly): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(definition.States).flatMap(([name, state]): (readonly [string, string])[] => {
      if (state.Type === 'Task') return [[name, /^\$\{(\w+)Arn\}$/.exec(state.Resource)?.[1] ?? name]];
      const iterator = iteratorOf(state);
      return iterator === undefined ? [] : [...stepsByTask(iterator)];
    }),
  );
