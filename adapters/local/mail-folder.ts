/** The local mailer: writes each message as an .eml file (RFC 5322), which mail programs can open. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Clock, Mail, Mailer } from '../../core/ports.ts';
import { namedIfStorageFull } from './storage-full.ts';

const SENDER = 'Tearline <tearline@localhost>';

export class MailFolder implements Mailer {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** @throws StorageFullError */
  async send(mail: Mail): Promise<void> {
    const now = this.#clock.now();
    const message = await new MailComposer({
      from: SENDER,
      to: [...mail.to],
      subject: mail.subject,
      text: mail.text,
      date: now,
      ...(mail.html === undefined ? {} : { html: mail.html }),
    })
      .compile()
      .build();
    await this.#store(`${now.toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`, message);
  }

  /** Written under another name and then renamed: a mail program never reads an incomplete message. */
  async #store(name: string, message: Uint8Array): Promise<void> {
    const unfinished = join(this.#folder, `${name}.unfinished`);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(unfinished, message, { mode: 0o600, flush: true });
      await rename(unfinished, join(this.#folder, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw namedIfStorageFull(error);
    }
  }
}
