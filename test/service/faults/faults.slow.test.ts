/** Faults of ports that last, from each call but the first of its method: test/service/faults/faults.test.ts begins there. */
import { describeLastingFaults } from './fault-runs.ts';

describeLastingFaults(({ nth }) => nth > 1);
