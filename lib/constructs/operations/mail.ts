/** Outgoing mail: the verified sender, and the handling of bounces and complaints. */
import { ArnFormat, Duration, Fn, Stack } from 'aws-cdk-lib';
import {
  CfnEmailIdentity,
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { DataAccess } from '../data/data-access.ts';
import type { Administrator } from '../api/identity.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { FunctionPlatform } from '../functions/service-function.ts';

export interface MailProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly admin: Administrator;
  /** Where the web interface is, to which mails lead; undefined where there is none. */
  readonly webUrl: string | undefined;
}

export class Mail extends Construct {
  readonly feedback: ServiceFunction;
  readonly #from: string;
  readonly #webUrl: string | undefined;
  readonly #identity: string;
  readonly #configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    const { settings } = props.platform;
    this.#webUrl = props.webUrl;
    this.#identity = settings.mail?.domain ?? props.admin.address;
    // Identities are unique in an AWS account and region.
    if (settings.senderIdentity !== 'existing') this.#addSender(props);
    // Without a sender the variable is empty, and sending throws NotConfiguredError.
    this.#from = settings.mail?.from ?? Fn.conditionIf(props.admin.given.logicalId, props.admin.address, '').toString();
    this.#configurationSet = new ConfigurationSet(this, 'Set', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.feedback = this.#feedback(props);
  }

  #addSender({ platform, admin }: MailProps): void {
    const sender = new CfnEmailIdentity(this, 'Sender', { emailIdentity: this.#identity });
    if (platform.settings.mail === undefined) sender.cfnOptions.condition = admin.given;
  }

  /** Lets a function send mail from the sender. */
  allowSend(sender: ServiceFunction): void {
    const arn = (resource: string, resourceName: string): string =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
    sender.allow({
      actions: ['ses:SendEmail', 'ses:SendRawEmail'],
      resources: [
        arn('identity', this.#identity),
        arn('configuration-set', this.#configurationSet.configurationSetName),
      ],
      // A verified domain could send as any of its addresses.
      conditions: { StringEquals: { 'ses:FromAddress': this.#from } },
    });
    sender.configure({
      TEARLINE_MAIL_FROM: this.#from,
      TEARLINE_MAIL_CONFIGURATION_SET: this.#configurationSet.configurationSetName,
      ...(this.#webUrl === undefined ? {} : { TEARLINE_WEB_URL: this.#webUrl }),
    });
  }

  #feedback({ platform, access }: MailProps): ServiceFunction {
    const topic = new Topic(this, 'Feedback', { masterKey: platform.key, enforceSSL: true });
    this.#configurationSet.addEventDestination('Feedback', {
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    const feedback = new ServiceFunction(this, 'MailFeedback', {
      platform,
      entry: 'mail-feedback',
      workload: 'light',
      timeout: Duration.seconds(30),
      asynchronous: true,
      failureMeans: 'Addresses that bounce or complain are still mailed; the sender may be suspended for it.',
    });
    access.rows(feedback, ['get', 'put'], ['MAIL_ADDRESS#*']);
    topic.addSubscription(
      new LambdaSubscription(
        feedback.function,
        feedback.undelivered === undefined ? {} : { deadLetterQueue: feedback.undelivered },
      ),
    );
    return feedback;
  }
}
