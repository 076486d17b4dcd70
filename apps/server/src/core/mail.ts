import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { onDemand } from './on-demand.ts';

const nodemailer = onDemand<typeof import('nodemailer')>('nodemailer');

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** SMTP if configured; otherwise every mail becomes a file in the outbox folder of the data folder. */
export function openMailer(config: Config): Mailer {
  const from = 'Tradewind <no-reply@tradewind.invalid>';
  if (config.smtpUrl) {
    const transport = nodemailer().createTransport(config.smtpUrl, { from });
    return { send: async (mail) => void (await transport.sendMail(mail)) };
  }
  const folder = join(config.dataDir, 'outbox');
  return {
    send: async (mail) => {
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${mail.to.replace(/[^\w@.-]/g, '_')}.txt`;
      await writeFile(join(folder, name), `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`, {
        mode: 0o600,
      });
    },
  };
}
