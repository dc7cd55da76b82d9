/** Ids of trainings sort by the time of their request, so that a workflow's history is one range of its partition. */
import type { Service } from '../../service.ts';

const TIME_DIGITS = 12;
/** The version digit follows the first two groups and their hyphens. */
const AFTER_VERSION = 15;

/** Returns a UUID of version 7 (RFC 9562, 5.7): 48 bits of milliseconds, then random bits. */
export const newTrainingId = ({ clock, ids }: Pick<Service, 'clock' | 'ids'>): string => {
  const time = clock.now().getTime().toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${ids.uuid().slice(AFTER_VERSION)}`;
};
