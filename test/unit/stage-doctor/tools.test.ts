/** What the deployer's machine needs. */
import { describe, expect, it } from 'vitest';
import { examineTools } from '../../../bin/stage-doctor/tools.ts';
import { dev } from '../../../lib/settings/dev.ts';

describe('The machine of the deployer', () => {
  it.each(['cloudfront', 'none'] as const)(
    'needs the built web interface with web.hosting `%s`: the synthesis reads it in either case',
    { tags: 'slow' },
    async (hosting) => {
      const findings = await examineTools({ ...dev, web: { hosting } });
      expect(findings.map(({ what }) => what)).toContain('built web interface');
    },
  );
});
