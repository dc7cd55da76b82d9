import IconScissors from '@tabler/icons-react/icons/IconScissors';
import IconLink from '@tabler/icons-react/icons/IconLink';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconUserCheck from '@tabler/icons-react/icons/IconUserCheck';
import type { ServedGap } from '../split/split.ts';
import { percentOf } from '../../components/format/confidence.ts';

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
  const { split, confidence, decidedBy, proposed } = served;
  const isShown = confidence !== null && (decidedBy !== 'caller' || (proposed !== null && proposed !== split));
  return (
    <>
      {decidedBy === 'caller' ? <IconLock size={size} aria-hidden /> : null}
      {decidedBy === 'reviewer' ? <IconUserCheck size={size} aria-hidden /> : null}
      {isShown ? <span>{percentOf(confidence)}</span> : null}
    </>
  );
};
