/** Admission on fakes: executions that run until the test ends them. */
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { StateMachines } from '../../../core/ports.ts';
import { admit, release } from '../../../core/requests/admission/admission.ts';
import type { ProcessingRequest } from '../../../core/requests/processing-request.ts';
import { moveTo, putQueued } from '../../../core/requests/processing-requests.ts';
import type { Service } from '../../../core/service.ts';
import { fakeService } from '../../fakes/fake-service.ts';

export const [ANNA, BERT, CARL] = ['a', 'b', 'c'].map(
  (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string];

/** State machines that record what they start; an execution runs until `end`. */
export class RecordedExecutions implements StateMachines {
  readonly started: string[] = [];
  readonly running = new Set<string>();
  most = 0;
  down = false;

  start(_machine: string, name: string): Promise<void> {
    if (this.down) return Promise.reject(new TemporarilyUnavailableError('injected'));
    if (this.started.includes(name)) return Promise.resolve();
    this.started.push(name);
    this.running.add(name);
    this.most = Math.max(this.most, this.running.size);
    return Promise.resolve();
  }

  resume(machine: string, name: string): Promise<void> {
    return this.start(machine, name);
  }
}

let made = 0;
export const requestOf = (account: string): ProcessingRequest => {
  made += 1;
  return {
    processing_id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    account_id: account,
    workflow_id: '00000000-0000-4000-8000-000000000000',
    workflow_name: 'generic',
    state: 'queued',
    file_name: 'letter.pdf',
    size: 1,
    parameters: { languages: ['en'] } as unknown as ProcessingRequest['parameters'],
    upload_key: 'accounts/a/upload',
    max_pages: null,
    month_limits: { pages: null, credits: null },
    created_at: new Date(Date.UTC(2026, 0, 1) + made).toISOString(),
  };
};

export const openAdmission = (limit: number, stores: Partial<Pick<Service, 'table'>> = {}) => {
  const executions = new RecordedExecutions();
  const service: Service = { ...fakeService({ maxExecutions: limit }), stateMachines: executions, ...stores };
  const accept = async (account: string, by = service): Promise<ProcessingRequest> => {
    const request = requestOf(account);
    await service.table.write([putQueued(request)]);
    await admit(by, request);
    return request;
  };
  /** As the last step does: the request has ended, and then its slot is given back. */
  const end = async (request: ProcessingRequest, by = service): Promise<void> => {
    executions.running.delete(request.processing_id);
    await service.table.write([moveTo(request, 'failed', { finished_at: request.created_at })]);
    await release(by, request);
  };
  const waitingRows = async () => (await service.table.query({ pk: 'ADMISSION#WAITING' })).items.length;
  return { service, executions, accept, end, waitingRows };
};
