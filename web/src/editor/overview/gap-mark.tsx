import IconScissors from '@tabler/icons-react/icons/IconScissors';
import IconLink from '@tabler/icons-react/icons/IconLink';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconUserCheck from '@tabler/icons-react/icons/IconUserCheck';
import type { ServedGap } from '../split/split.ts';
import { percentOf } from './sureness.ts';

interface GapMarkProps {
  readonly split: boolean;
  readonly served: ServedGap;
  readonly size?: number;
}

/** The decision on a gap as a shape, and how sure it is as a number. */
export const GapMark = ({ split, served, size = 14 }: GapMarkProps) => {
  const Shape = split ? IconScissors : IconLink;
  return (
    <>
      <Shape size={size} aria-hidden stroke={1.75} />
      <Sureness served={served} size={size} />
    </>
  );
};

const Sureness = ({ served, size }: { readonly served: ServedGap; readonly size: number }) => {
  if (served.decidedBy === 'caller') return <IconLock size={size} aria-hidden />;
  return (
    <>
      {served.decidedBy === 'reviewer' ? <IconUserCheck size={size} aria-hidden /> : null}
      {served.confidence === null ? null : <span>{percentOf(served.confidence)}</span>}
    </>
  );
};
