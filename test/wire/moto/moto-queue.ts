/** An SQS queue in moto, as event target in tests. The service itself uses no queue and has no SQS client. */
interface Message {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
}

export class MotoQueue {
  readonly arn: string;
  readonly #motoUrl: string;
  readonly #queueUrl: string;

  private constructor(motoUrl: string, queueUrl: string, name: string) {
    this.#motoUrl = motoUrl;
    this.#queueUrl = queueUrl;
    this.arn = `arn:aws:sqs:eu-central-1:123456789012:${name}`;
  }

  static async make(motoUrl: string, name: string): Promise<MotoQueue> {
    const { QueueUrl } = (await callQueues(motoUrl, 'CreateQueue', { QueueName: name })) as { QueueUrl: string };
    return new MotoQueue(motoUrl, QueueUrl, name);
  }

  /** Receives and deletes all messages. @returns their bodies */
  async takeAll(): Promise<readonly string[]> {
    const bodies: string[] = [];
    for (;;) {
      const { Messages = [] } = (await callQueues(this.#motoUrl, 'ReceiveMessage', {
        QueueUrl: this.#queueUrl,
        MaxNumberOfMessages: 10,
      })) as { Messages?: Message[] };
      if (Messages.length === 0) return bodies;
      for (const { ReceiptHandle, Body } of Messages) {
        bodies.push(Body);
        await callQueues(this.#motoUrl, 'DeleteMessage', { QueueUrl: this.#queueUrl, ReceiptHandle });
      }
    }
  }
}

const callQueues = async (motoUrl: string, action: string, input: object): Promise<unknown> => {
  const headers = {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `AmazonSQS.${action}`,
    // moto uses only the service and region of the credential scope.
    Authorization:
      'AWS4-HMAC-SHA256 Credential=test/20260101/eu-central-1/sqs/aws4_request, SignedHeaders=host, Signature=none',
  };
  const response = await fetch(motoUrl, { method: 'POST', headers, body: JSON.stringify(input) });
  if (!response.ok) throw new Error(`moto did not ${action}: ${await response.text()}`);
  return response.json();
};
