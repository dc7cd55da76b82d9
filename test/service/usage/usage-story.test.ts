/** The usage of a workflow on real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsageSeries } from '../../../core/accounts/usage/usage-series.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';

const PATH = `/processing/${GENERIC_WORKFLOW_ID}/usage`;

let http: HttpService;
beforeAll(async () => {
  http = await startHttpService();
});
afterAll(async () => {
  await http.close();
});

describe('The usage of a workflow', () => {
  it('has its requests, pages, sub-documents, credits, latency and API calls', async () => {
    for (const pages of [3, 1]) {
      const { processing_id } = await http.process(pages);
      expect((await http.call(`/processing/results/${processing_id}/ocr`)).status).toBe(200);
    }
    expect((await http.call(`${PATH}/daily?time_zone=Nowhere/Land`)).status).toBe(422);
    await http.calls.write();
    const series = (await (await http.call(`${PATH}/hourly?time_zone=Asia/Kolkata`)).json()) as UsageSeries;
    expect(series.total).toMatchObject({
      requests: 2,
      documents: 2,
      failures: 0,
      pages: 4,
      sub_documents: 3,
      credits: 75,
      api_calls: [
        { operation: 'getOcr', status: 200, count: 2 },
        { operation: 'getUsage', status: 422, count: 1 },
        { operation: 'processDocument', status: 201, count: 2 },
      ],
    });
    expect(series.total.latency_ms?.p95).toBeGreaterThan(0);
    expect([series.items.length, series.time_zone]).toEqual([24, 'Asia/Kolkata']);
    expect(series.items.reduce((sum, { pages }) => sum + pages, 0)).toBe(4);
    expect(series.items.every(({ start }) => start.endsWith('+05:30'))).toBe(true);
  });

  it.each(['text/csv', 'application/json;q=0.5, text/csv; charset=utf-8; header=present'])(
    'is CSV where the client prefers it (%s)',
    async (accept) => {
      const answer = await http.call(`${PATH}/monthly`, { headers: { Accept: accept } });
      expect(answer.headers.get('content-type')).toContain('text/csv');
      expect(answer.headers.get('vary')).toContain('Accept');
      const lines = (await answer.text()).trimEnd().split('\r\n');
      expect(lines).toHaveLength(13);
      expect(lines[0]?.split(',').slice(0, 4)).toEqual(['start', 'end', 'requests', 'documents']);
      // Of all months: the one in which the documents were processed may have ended.
      const months = lines.slice(1).map((line) => line.split(',').slice(2, 8).map(Number));
      const total = months.reduce((sums, month) => sums.map((sum, column) => sum + (month[column] ?? 0)));
      expect(total).toEqual([2, 2, 0, 4, 3, 75]);
    },
  );

  it('has the calls about a result that is deleted before they are written, and its deletion', async () => {
    const { processing_id } = await http.process(1);
    const path = `/processing/results/${processing_id}`;
    expect((await http.call(`${path}/hocr`)).status).toBe(200);
    expect((await http.call(path, { method: 'DELETE' })).status).toBe(204);
    await http.calls.write();
    const { total } = (await (await http.call(`${PATH}/hourly`)).json()) as UsageSeries;
    expect(total.api_calls).toEqual(
      expect.arrayContaining([
        { operation: 'deleteResult', status: 204, count: 1 },
        { operation: 'getHocr', status: 200, count: 1 },
      ]),
    );
  });

  it('is refused for another interval, an unreadable time, and an unknown workflow', async () => {
    expect((await http.call(`${PATH}/yearly`)).status).toBe(422);
    expect((await http.call(`${PATH}/daily?start=tomorrow`)).status).toBe(422);
    expect((await http.call('/processing/3b241101-e2bb-4255-8caf-4136c566a962/usage/daily')).status).toBe(404);
  });
});
