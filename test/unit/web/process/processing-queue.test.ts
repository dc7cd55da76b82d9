import { describe, expect, it } from 'vitest';
import { FileUnreadableError } from '../../../../web/src/api/client/problem.ts';
import { noAnswer, pdf, problem, progressOf, queueOf, settle } from './queue-of.ts';

const added = (count = 1) => {
  const made = queueOf();
  const ids = made.queue.add(
    'workflow',
    Array.from({ length: count }, (_, index) => pdf(`${index}.pdf`)),
  );
  return { ...made, ids, id: ids[0] ?? '' };
};

describe('Files in the queue', () => {
  it('are sent, three at a time, in the order in which they came', async () => {
    const { sent, states } = added(5);
    expect(sent.map(({ name }) => name)).toEqual(['0.pdf', '1.pdf', '2.pdf']);
    sent[1]?.accept();
    await settle();
    expect(sent.map(({ name }) => name)).toEqual(['0.pdf', '1.pdf', '2.pdf', '3.pdf']);
    expect(states()).toEqual([
      '0.pdf uploading',
      '1.pdf processing',
      '2.pdf uploading',
      '3.pdf uploading',
      '4.pdf waiting',
    ]);
  });

  it('show how much of them has left', () => {
    const { sent, queue } = added();
    sent[0]?.options.onProgress(0.4);
    expect(queue.files()[0]?.state).toEqual({ kind: 'uploading', part: 0.4 });
  });

  it('follow the steps and pages of the pipeline to the split', async () => {
    const { sent, queue, progresses, pass } = added();
    sent[0]?.accept();
    await settle();
    progresses.set('of 0.pdf', progressOf('of 0.pdf', { pages_done: 2 }));
    await pass();
    expect(queue.files()[0]?.state).toMatchObject({ kind: 'processing', step: 'read_pages', pagesDone: 2, pages: 3 });
    progresses.set('of 0.pdf', progressOf('of 0.pdf', { state: 'succeeded', step: 'complete' }));
    await pass();
    expect(queue.files()[0]?.state).toEqual({
      kind: 'succeeded',
      processingId: 'of 0.pdf',
      split: { pages: 3, subDocuments: 2, lowestConfidence: 0.8, unreadPages: 0 },
    });
  });

  it.each([
    ['document_encrypted', false],
    ['document_empty', false],
    ['unsupported_format', false],
    ['document_unreadable', true],
    ['parameters_do_not_fit', true],
  ])('that are refused as %s may be sent again: %s', async (code, mayBe) => {
    const { queue, sent } = added();
    sent[0]?.fail(problem(422, code));
    await settle();
    expect(queue.files().map((file) => queue.canSendAgain(file))).toEqual([mayBe]);
  });

  it('that the service refuses stay as failed, with its code', async () => {
    const { sent, queue } = added();
    sent[0]?.fail(problem(413, 'document_too_large'));
    await settle();
    expect(queue.files()[0]?.state).toEqual({
      kind: 'failed',
      processingId: null,
      failure: { code: 'document_too_large', detail: 'It is document_too_large.' },
    });
  });

  it('that the browser cannot read any more stay as failed, and those after them are sent', async () => {
    const { sent, queue, states } = added(4);
    sent[0]?.fail(new FileUnreadableError());
    await settle();
    expect(states()).toEqual(['0.pdf failed', '1.pdf uploading', '2.pdf uploading', '3.pdf uploading']);
    expect(queue.files()[0]?.state).toMatchObject({ failure: { code: 'file_unreadable' } });
  });

  it('that cannot be split stay as failed, with their code', async () => {
    const { sent, queue, progresses, pass } = added();
    sent[0]?.accept();
    await settle();
    progresses.set('of 0.pdf', progressOf('of 0.pdf', { state: 'failed', failure_code: 'document_encrypted' }));
    await pass();
    expect(queue.files()[0]?.state).toMatchObject({ kind: 'failed', failure: { code: 'document_encrypted' } });
  });

  it('that were deleted meanwhile end', async () => {
    const { sent, service, states, pass } = added();
    sent[0]?.accept();
    await settle();
    service.progressError = problem(403, 'processing_not_accessible');
    await pass();
    expect(states()).toEqual(['0.pdf failed']);
  });

  it('leave the list when they have ended and the person says so', async () => {
    const { sent, queue, states } = added(2);
    sent[0]?.fail(problem(422, 'unsupported_format'));
    await settle();
    queue.removeEnded('workflow');
    expect(states()).toEqual(['1.pdf uploading']);
  });

  it('leave the list when they have succeeded and others are added later; failed ones stay', async () => {
    const { sent, queue, progresses, states, pass } = added(2);
    sent[0]?.accept();
    await settle();
    progresses.set('of 0.pdf', progressOf('of 0.pdf', { state: 'succeeded', step: 'complete' }));
    await pass();
    sent[1]?.fail(problem(422, 'unsupported_format'));
    await settle();
    expect(states()).toEqual(['0.pdf succeeded', '1.pdf failed']);
    queue.removeSucceeded('workflow');
    expect(states()).toEqual(['1.pdf failed']);
  });
});

describe('While the service does not answer', () => {
  it('an upload waits, and goes on by itself with the same idempotency key', async () => {
    const { sent, service, states, pass } = added();
    service.answersToAccount = false;
    sent[0]?.fail(noAnswer);
    await settle();
    expect(states()).toEqual(['0.pdf interrupted']);
    await pass();
    expect(sent).toHaveLength(1);
    service.answersToAccount = true;
    await pass();
    expect(states()).toEqual(['0.pdf uploading']);
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key 1', 'key 1']);
  });

  it('the pauses become longer, up to ten seconds', async () => {
    const { sent, service, waits, pass } = added();
    service.answersToAccount = false;
    sent[0]?.fail(noAnswer);
    await settle();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      pauses.push(waits[0]?.ms ?? 0);
      await pass();
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('documents in the service stay as they are, and are asked for again', async () => {
    const { sent, service, states, pass, progresses } = added();
    sent[0]?.accept();
    await settle();
    service.progressError = noAnswer;
    await pass();
    expect(states()).toEqual(['0.pdf processing']);
    service.progressError = undefined;
    progresses.set('of 0.pdf', progressOf('of 0.pdf', { state: 'succeeded' }));
    await pass();
    expect(states()).toEqual(['0.pdf succeeded']);
  });
});

describe('An upload', () => {
  it('waits for the person to sign in again where the session has ended', async () => {
    const { sent, service, states } = added();
    sent[0]?.fail(problem(401, 'unauthenticated'));
    await settle();
    expect(states()).toEqual(['0.pdf interrupted']);
    expect(service.signedOut).toBe(1);
  });

  it('is repeated after the time that the service asks for', async () => {
    const { sent, waits, pass } = added();
    sent[0]?.fail(problem(429, 'rate_limited', 7));
    await settle();
    expect(waits.map(({ ms }) => ms)).toEqual([7000]);
    await pass();
    expect(sent).toHaveLength(2);
  });

  it('waits a second where the service asks for less, as it would be sent again and again without a pause', async () => {
    const { sent, waits } = added();
    sent[0]?.fail(problem(429, 'rate_limited', 0));
    await settle();
    expect(waits.map(({ ms }) => ms)).toEqual([1000]);
  });

  it('fails after five faults of the service', async () => {
    const { sent, states, pass } = added();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      sent[attempt]?.fail(problem(500, 'internal'));
      await settle();
      await pass();
    }
    expect(states()).toEqual(['0.pdf failed']);
    expect(sent).toHaveLength(5);
  });
});

describe('Cancelling', () => {
  it('stops an upload, and the next file is sent', async () => {
    const { queue, sent, states, id } = added(4);
    await queue.cancel(id);
    await settle();
    expect(sent[0]?.options.signal.aborted).toBe(true);
    expect(states()).toEqual(['0.pdf cancelled', '1.pdf uploading', '2.pdf uploading', '3.pdf uploading']);
  });

  it('of a file that has left waits for its answer and stops the processing', async () => {
    const { queue, sent, states, cancelled, id } = added();
    sent[0]?.options.onProgress(1);
    await queue.cancel(id);
    expect(states()).toEqual(['0.pdf uploading']);
    sent[0]?.accept();
    await settle();
    expect(cancelled).toEqual(['of 0.pdf']);
    expect(states()).toEqual(['0.pdf cancelled']);
  });

  it('of a file that has left, whose answer is lost, sends it once more with its key, and stops the processing', async () => {
    const { queue, sent, service, states, cancelled, pass, id } = added();
    service.answersToAccount = false;
    sent[0]?.options.onProgress(1);
    sent[0]?.fail(noAnswer);
    await settle();
    await queue.cancel(id);
    expect(queue.files()[0]?.state).toEqual({ kind: 'interrupted', reason: 'cancelling' });
    await pass();
    expect(sent).toHaveLength(1);
    service.answersToAccount = true;
    await pass();
    // It is not forgotten while it is sent again.
    await queue.cancel(id);
    expect(states()).toEqual(['0.pdf uploading']);
    sent[1]?.accept();
    await settle();
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key 1', 'key 1']);
    expect(cancelled).toEqual(['of 0.pdf']);
    expect(states()).toEqual(['0.pdf cancelled']);
  });

  it('of a file that has left does the same where its answer is lost afterwards', async () => {
    const { queue, sent, states, cancelled, pass, id } = added();
    sent[0]?.options.onProgress(1);
    await queue.cancel(id);
    sent[0]?.fail(noAnswer);
    await settle();
    expect(states()).toEqual(['0.pdf interrupted']);
    await pass();
    sent[1]?.accept();
    await settle();
    expect(cancelled).toEqual(['of 0.pdf']);
    expect(states()).toEqual(['0.pdf cancelled']);
  });

  it('of a file that the service may have ends at once where the service refuses it', async () => {
    const { queue, sent, states, pass, id } = added();
    sent[0]?.fail(problem(503, 'temporarily_unavailable'));
    await settle();
    await queue.cancel(id);
    await pass();
    expect(sent).toHaveLength(2);
    sent[1]?.fail(problem(422, 'unsupported_format'));
    await settle();
    expect(states()).toEqual(['0.pdf cancelled']);
  });

  // A training file is deleted when it is cancelled.
  it('stays one where the service is just being asked for the file and does not have it any more', async () => {
    const { queue, sent, service, states, pass, id } = added();
    sent[0]?.accept();
    await settle();
    const asked = Promise.withResolvers<undefined>();
    service.mayTellProgress = asked.promise;
    await pass();
    await queue.cancel(id);
    service.progressError = problem(404, 'training_document_not_found');
    asked.resolve(undefined);
    await settle();
    expect(states()).toEqual(['0.pdf cancelled']);
  });

  it('of a file of which a part had left when the connection broke stops it at once', async () => {
    const { queue, sent, service, states, pass, id } = added();
    service.answersToAccount = false;
    sent[0]?.options.onProgress(0.5);
    sent[0]?.fail(noAnswer);
    await settle();
    await queue.cancel(id);
    expect(states()).toEqual(['0.pdf cancelled']);
    service.answersToAccount = true;
    await pass();
    expect(sent).toHaveLength(1);
  });

  it('stops the processing', async () => {
    const { queue, sent, states, cancelled, id } = added();
    sent[0]?.accept();
    await settle();
    await queue.cancel(id);
    expect(cancelled).toEqual(['of 0.pdf']);
    expect(states()).toEqual(['0.pdf cancelled']);
  });

  it('can be taken back: the file is sent again as a new request', async () => {
    const { queue, sent, states, id } = added();
    await queue.cancel(id);
    await settle();
    queue.sendAgain(id);
    expect(states()).toEqual(['0.pdf uploading']);
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key 1', 'key 2']);
  });
});

describe('Documents that were sent before the page was loaded', () => {
  it('are followed, each once', async () => {
    const { queue, states, progresses } = queueOf();
    progresses.set('p', progressOf('p', { state: 'succeeded' }));
    const found = [{ workflowId: 'workflow', processingId: 'p', name: 'before.pdf' }];
    queue.follow(found);
    queue.follow(found);
    await settle();
    expect(states()).toEqual(['before.pdf succeeded']);
    const [file] = queue.files();
    expect(file && queue.canSendAgain({ ...file, state: { kind: 'cancelled', processingId: 'p' } })).toBe(false);
  });
});

describe('A document that is found in the service before its upload is answered', () => {
  it('is listed once', async () => {
    const { queue, sent, states } = added();
    queue.follow([{ workflowId: 'workflow', processingId: 'of 0.pdf', name: '0.pdf' }]);
    expect(states()).toEqual(['0.pdf processing', '0.pdf uploading']);
    sent[0]?.accept();
    await settle();
    expect(states()).toEqual(['0.pdf processing']);
  });
});

describe('A page that is left', () => {
  it('loses files only while they are being sent', async () => {
    const { queue, sent } = added();
    expect(queue.isSending()).toBe(true);
    sent[0]?.accept();
    await settle();
    expect(queue.isSending()).toBe(false);
  });
});
