/** Analyses ASL definitions for the local runner, and adapts them so that the runner behaves as Step Functions does. */
import type { StateMachineDefinition } from 'aws-local-stepfunctions';

type StatesOnly = Pick<StateMachineDefinition, 'States'>;
type State = StateMachineDefinition['States'][string];

/**
 * Timeout in seconds of a Task state that sets none: a week. The default of Step Functions is practically unlimited;
 * that of the runner is 60 s, but a step may wait longer than that for the steps of other documents.
 */
const TASK_SECONDS = 604_800;

const iteratorOf = (state: State): StatesOnly | undefined =>
  state.Type === 'Map' ? (state.ItemProcessor ?? state.Iterator) : undefined;

/** Concurrency of a Distributed Map, whose own limit is meant for many machines. The same as of an inline Map. */
const LOCAL_MAP_CONCURRENCY = 16;

const isDistributed = (processor: object): boolean =>
  'ProcessorConfig' in processor && JSON.stringify(processor.ProcessorConfig).includes('"DISTRIBUTED"');

const withTimeout = (state: State): State => {
  if (state.Type === 'Task') return { ...state, TimeoutSeconds: state.TimeoutSeconds ?? TASK_SECONDS };
  if (state.Type !== 'Map') return state;
  if (state.ItemProcessor !== undefined) {
    return {
      ...state,
      ...(isDistributed(state.ItemProcessor) ? { MaxConcurrency: LOCAL_MAP_CONCURRENCY } : {}),
      ItemProcessor: withTaskTimeouts(state.ItemProcessor),
    };
  }
  return state.Iterator === undefined ? state : { ...state, Iterator: withTaskTimeouts(state.Iterator) };
};

/** The definition with a timeout for each Task state that has none, and local concurrency for Distributed Maps. */
export const withTaskTimeouts = <Definition extends StatesOnly>(definition: Definition): Definition => ({
  ...definition,
  States: Object.fromEntries(Object.entries(definition.States).map(([name, state]) => [name, withTimeout(state)])),
});

/** Names of the Task states inside each Map state; those outside any Map state under the key ''. */
export const tasksByMap = (definition: StatesOnly, map = ''): ReadonlyMap<string, readonly string[]> => {
  const states = Object.entries(definition.States);
  const tasks = new Map<string, readonly string[]>([
    [map, states.filter(([, state]) => state.Type === 'Task').map(([name]) => name)],
  ]);
  for (const [name, state] of states) {
    const iterator = iteratorOf(state);
    if (iterator !== undefined) for (const [inner, names] of tasksByMap(iterator, name)) tasks.set(inner, names);
  }
  return tasks;
};

/**
 * The step of each Task state: named by the placeholder of its Resource (`${ReadPagesArn}`), else by the state itself.
 */
export const stepsByTask = (definition: StatesOnly): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(definition.States).flatMap(([name, state]): (readonly [string, string])[] => {
      if (state.Type === 'Task') return [[name, /^\$\{(\w+)Arn\}$/.exec(state.Resource)?.[1] ?? name]];
      const iterator = iteratorOf(state);
      return iterator === undefined ? [] : [...stepsByTask(iterator)];
    }),
  );
