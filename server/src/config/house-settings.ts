import type { Setting } from './setting.ts'
import { acceptsOneNode, allowsLoopback, baseUrl, cell, drainMs, ed25519PrivateKey, ed25519PublicKey, email, engineKeys, keyring, minutesMs, nairaMinor, networkList, noticeSecret, path, peppers, port, publicUrl, retryWaitsMs, secondsMs, secretKey, site, smtpUrl, text, url } from './setting-forms.ts'

export const accessSettings = {
  API_HOST: { form: text, readBy: { api: 'always' }, meaning: 'address of the API listener, such as `0.0.0.0`' },
  API_PORT: { form: port, readBy: { api: 'always' }, meaning: 'its port, such as `8080`' },
  API_PUBLIC_URL: { form: publicUrl, readBy: { api: 'always', people: 'always' }, meaning: 'its public URL. Links in replies begin with it' },
  OTC_HOST: { form: text, readBy: { api: 'always' }, meaning: 'address of the listener for OTC rates' },
  OTC_PORT: { form: port, readBy: { api: 'always' }, meaning: 'its port' },
  OTC_PUBLIC_URL: { form: publicUrl, readBy: { api: 'always' }, meaning: 'its public URL' },
  API_MANAGEMENT_HOST: { form: text, readBy: { api: 'always' }, meaning: 'address of the listener for metrics and health. Keep it private' },
  API_MANAGEMENT_PORT: { form: port, readBy: { api: 'always' }, meaning: 'its port' },
  TRUSTED_PROXIES: { form: networkList, readBy: { api: 'optional', people: 'optional' }, meaning: '[networks of proxies](install.md#behind-a-proxy) that may name the caller. Without it: none' },
  API_DRAIN_MS: { form: drainMs, readBy: { api: 'optional' }, usual: '0', meaning: '[time to drain](install.md#stopping)' },
  ISSUER_NAME: { form: text, readBy: { api: 'optional' }, usual: 'Afara', meaning: 'our registered name, on receipts and letters' },
  ISSUER_RC_NUMBER: { form: text, readBy: { api: 'optional' }, meaning: 'our registration number there' },
  ISSUER_ADDRESS: { form: text, readBy: { api: 'optional' }, meaning: 'our address there' },
  ISSUER_CONTACT: { form: text, readBy: { api: 'optional' }, meaning: 'where to ask about them. Without it: the public URL of the API' },
  PEOPLE_HOST: { form: text, readBy: { people: 'always' }, meaning: 'address of the listener of the people process, such as `0.0.0.0`' },
  PEOPLE_PORT: { form: port, readBy: { people: 'always' }, meaning: 'its port, such as `8084`' },
  PEOPLE_ORIGIN: { form: site('https://people.example.ng'), readBy: { people: 'always', worker: ['SMTP_URL'], api: ['TENANT_TOKEN_PUBLIC_KEY'], ops: 'optional', admin: 'optional' }, meaning: 'the site at which people sign in. Passkeys belong to its host name: if you change it, everybody enrols again' },
  PEOPLE_MANAGEMENT_HOST: { form: text, readBy: { people: 'optional' }, meaning: 'address of its listener for [metrics](monitoring.md) and health. Keep it private. Without it there are none' },
  PEOPLE_MANAGEMENT_PORT: { form: port, readBy: { people: ['PEOPLE_MANAGEMENT_HOST'] }, meaning: 'its port, such as `8088`' },
  CONSOLE_ORIGIN: {
    form: site('https://console.people.example.ng'),
    readBy: { people: 'optional' },
    agreesWith: { name: 'PEOPLE_ORIGIN', wanted: 'another origin than PEOPLE_ORIGIN, on its host or below it: passkeys belong to that host', agrees: isConsoleOf },
    meaning: "the site of the [operators' console](console.md), below the host name of `PEOPLE_ORIGIN`. Without it there is no console",
  },
  CONSOLE_HOST: { form: text, readBy: { people: ['CONSOLE_ORIGIN'] }, meaning: 'address of the listener of the console, such as `0.0.0.0`' },
  CONSOLE_PORT: { form: port, readBy: { people: ['CONSOLE_ORIGIN'] }, meaning: 'its port, such as `8086`' },
  PAGES_FOLDER: { form: path, readBy: { people: 'optional' }, meaning: 'the folder that `npm run build:pages` wrote, `web/dist`. Without it there is no dashboard' },
  WORKER_HOST: { form: text, readBy: { worker: 'always' }, meaning: 'address of the listener for Restate' },
  WORKER_PORT: { form: port, readBy: { worker: 'always' }, meaning: 'its port' },
  WORKER_MANAGEMENT_HOST: { form: text, readBy: { worker: 'optional' }, meaning: 'address of its listener for [metrics](monitoring.md) and health. Keep it private. Without it there are none' },
  WORKER_MANAGEMENT_PORT: { form: port, readBy: { worker: ['WORKER_MANAGEMENT_HOST'] }, meaning: 'its port, such as `8089`' },
  RECONCILER_HOST: { form: text, readBy: { reconciler: 'always' }, meaning: 'address of `GET /ready`, which answers 200 while its passes end, else 503, and of `GET /metrics`. Keep it private: `127.0.0.1`' },
  RECONCILER_PORT: { form: port, readBy: { reconciler: 'always' }, meaning: 'its port, such as `8087`' },
  RESTATE_INGRESS_URL: { form: url, readBy: { api: 'always', worker: 'always' }, meaning: "Restate's ingress, without a closing slash: `http://restate:8080`" },
  RESTATE_IDENTITY_KEYS: { form: engineKeys, readBy: { worker: 'in live mode' }, meaning: 'the public keys with which Restate signs its requests. Other requests get 401. Set several while its key is replaced' },
  SIGNER_URL: { form: baseUrl, readBy: { worker: 'optional', reconciler: 'optional', people: 'optional' }, meaning: 'address of the signer. Without it nothing is sent. The people process needs it, and the chain nodes, only for the commands `adopt`, `lane abandon` and `wallet`' },
  SIGNER_TOKEN: { form: text, readBy: { worker: ['SIGNER_URL'] }, isSecret: true, meaning: 'requests signatures; the signer has the same' },
  SIGNER_TOKEN_PEOPLE: { form: text, readBy: { people: ['SIGNER_URL'] }, isSecret: true, meaning: 'only reads what was signed; the signer has the same' },
  SIGNER_TOKEN_RECONCILER: { form: text, readBy: { reconciler: ['SIGNER_URL'] }, isSecret: true, meaning: 'only asks for unsigned decisions; the signer has the same' },
  PAYER_URL: { form: baseUrl, readBy: { api: 'optional', worker: 'optional', reconciler: 'optional', people: 'optional' }, meaning: 'address of the payer. Without it nothing is paid out and no account name is looked up' },
  PAYER_TOKEN: { form: text, readBy: { worker: ['PAYER_URL'] }, isSecret: true, meaning: 'orders payments: the `PAYER_TOKEN_WORKER` of the payer' },
  PAYER_TOKEN_API: { form: text, readBy: { api: ['PAYER_URL'], people: ['PAYER_URL'] }, isSecret: true, meaning: 'asks for account names; the payer has the same' },
  PAYER_TOKEN_RECONCILER: { form: text, readBy: { reconciler: ['PAYER_URL'] }, isSecret: true, meaning: 'asks for balances, refused transfers and unsigned decisions, and orders nothing; the payer has the same' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { form: baseUrl, readBy: { api: 'optional', worker: 'optional', people: 'optional' }, meaning: 'a collector of [traces](monitoring.md#traces), such as `http://collector:4318`. Without it nothing is traced' },
  PEOPLE_URL: { form: baseUrl, readBy: { ops: 'optional' }, meaning: 'where the terminal reaches the people process. Without it: `PEOPLE_ORIGIN`' },
  AFARA_AUTHENTICATOR: {
    form: text,
    readBy: { ops: 'optional' },
    meaning: "the program that [signs with the operator's passkey](../runbooks/money-in.md#sign-in); without it you sign in a browser. It reads a question as JSON and answers with `credential_id`, `authenticator_data`, `client_data` and `signature`, in base64url",
  },
  AFARA_OPERATOR: { form: text, readBy: { ops: 'optional' }, meaning: 'a name for the session, if several people use one account of the machine' },
  WEBHOOK_ALLOW_LOOPBACK: { form: allowsLoopback, readBy: { api: 'optional', worker: 'optional' }, meaning: 'allows test endpoints on the same machine; only for a local stack' },
  WEBHOOK_RETRY_SECONDS: { form: retryWaitsMs, readBy: { worker: 'optional' }, meaning: 'waits between [tries](../reference/webhooks.md#retries), shorter than usual only to watch failures' },
} satisfies Record<string, Setting>

export const keySettings = {
  CELL: { form: cell, readBy: { api: 'always', people: 'always', admin: 'always' }, meaning: 'name of the cell. To change it, reissue every key' },
  KEY_PEPPERS: { form: peppers, readBy: { api: 'always', people: 'always', admin: 'always' }, isSecret: true, meaning: 'hash API keys ([rotate](access.md#rotate-a-pepper))' },
  TENANT_TOKEN_KEY: { form: ed25519PrivateKey, readBy: { people: 'optional' }, isSecret: true, meaning: 'signs the [tokens](../internals/people.md#tokens-for-the-api) with which members call the API. Without it there is no dashboard' },
  TENANT_TOKEN_PUBLIC_KEY: { form: ed25519PublicKey, readBy: { api: 'optional' }, meaning: 'verifies them. Without it the api accepts no token' },
  TOTP_SECRETS_KEY: { form: secretKey, readBy: { people: 'always' }, isSecret: true, meaning: "encrypts the secrets of members' [codes](access.md#sign-in-by-mail). If you change it, members set up codes again" },
  CUSTOMER_IDENTITY_KEYS: { form: keyring, readBy: { api: 'always' }, isSecret: true, meaning: "encrypt the identity references of businesses' customers ([rotate](access.md#rotate-an-identity-key))" },
  BUSINESS_IDENTITY_KEYS: { form: keyring, readBy: { people: 'always' }, isSecret: true, meaning: 'encrypt the identity references and documents of [go-live files](access.md), and the files that operators attach to cases' },
  WEBHOOK_SECRETS_KEY: { form: secretKey, readBy: { api: 'always', worker: 'always' }, isSecret: true, meaning: "encrypts [endpoint secrets](../reference/webhooks.md#secrets). If you change it, rotate every endpoint's secret" },
  MAIL_SECRETS_KEY: { form: secretKey, readBy: { people: 'always', worker: ['SMTP_URL'], admin: 'optional' }, isSecret: true, meaning: 'encrypts links until their mail is sent; admin needs it to invite. If you change it, invite again those whose mail was waiting' },
  SMTP_URL: { form: smtpUrl, readBy: { worker: 'optional' }, isSecret: true, meaning: 'the mail server: `smtps://…` (TLS, port 465), or `smtp://…` (upgraded to TLS, port 587; a server on the same machine needs none). Without it [mail](../internals/people.md#mail) waits' },
  MAIL_FROM: { form: email, readBy: { worker: ['SMTP_URL'] }, meaning: 'the address that mail comes from' },
  CASE_NOTICES_URL: { form: url, readBy: { worker: 'optional' }, meaning: 'an endpoint of your own team that receives notices about [cases](cases.md): `https://hooks.example.ng/afara`. Without it, notices go by mail only' },
  CASE_NOTICES_SECRET: { form: noticeSecret, readBy: { worker: ['CASE_NOTICES_URL'] }, isSecret: true, meaning: 'signs these notices' },
} satisfies Record<string, Setting>

export const databaseSettings = {
  DATABASE_URL_API: { form: url, readBy: { api: 'always' }, isSecret: true, meaning: 'as `afara_api`: `postgres://afara_api:…@db:5432/afara`' },
  DATABASE_URL_WORKER: { form: url, readBy: { worker: 'always' }, isSecret: true, meaning: 'as `afara_worker`' },
  DATABASE_URL_SEALER: { form: url, readBy: { worker: 'always' }, isSecret: true, meaning: 'as `afara_sealer`' },
  DATABASE_URL_RECONCILER: { form: url, readBy: { reconciler: 'always' }, isSecret: true, meaning: 'as `afara_reconciler`' },
  DATABASE_URL_PEOPLE: { form: url, readBy: { people: 'always' }, isSecret: true, meaning: 'as `afara_people`' },
  DATABASE_URL_OWNER: { form: url, readBy: { admin: 'always' }, isSecret: true, meaning: 'as `afara_owner`' },
  DATABASE_URL_MIGRATE: { form: url, readBy: { admin: 'optional' }, isSecret: true, meaning: 'for `migrate`: as a superuser, because the first migration creates roles' },
  DATABASE_URL_BACKUP: { form: url, readBy: { backup: 'optional' }, isSecret: true, meaning: 'for `backup archive`: a [role](backups.md#archive) that may copy the cluster' },
  DATABASE_URL_NODE: { form: url, readBy: { failover: 'always' }, isSecret: true, meaning: 'for [`failover`](failover.md): the PostgreSQL of this machine, as a superuser' },
  DATABASE_URL_PEER: { form: url, readBy: { failover: 'always' }, isSecret: true, meaning: 'for `failover`: the PostgreSQL of the other machine, as a superuser' },
  DATABASE_SINGLE_NODE: { form: acceptsOneNode, readBy: { api: 'optional', worker: 'optional', reconciler: 'optional', people: 'optional' }, meaning: 'live mode: declares that PostgreSQL has no [synchronous standby](failover.md), so that the loss of its machine loses commits. An alert fires meanwhile' },
  SEAL_HEAD_FILE: { form: path, readBy: { worker: 'always' }, meaning: 'the file for [seal heads](backups.md#seal-heads), such as `/var/lib/afara/seal-heads`' },
} satisfies Record<string, Setting>

export const timingSettings = {
  RATE_POLL_SECONDS: { form: secondsMs(), readBy: { worker: 'optional' }, usual: '30', meaning: 'time between questions to rate sources' },
  BANK_POLL_SECONDS: { form: secondsMs(), readBy: { worker: 'optional' }, usual: '5', meaning: 'minimum time between two reads of a [bank account](collections.md)' },
  BANK_LOOK_BACK_SECONDS: { form: secondsMs(3600), readBy: { api: 'optional', worker: 'optional', reconciler: 'optional' }, usual: '300', meaning: "how often the last days of a bank's [list](../internals/banks.md#lists) are read again" },
  PAYOUT_LINES_SECONDS: { form: secondsMs(), readBy: { worker: 'optional' }, usual: '20', meaning: "how often a [vendor's ledger](../internals/payouts.md) is read" },
  PAYOUT_REPEAT_SECONDS: { form: secondsMs(7200), readBy: { worker: 'optional' }, usual: '1800', meaning: 'how long a bank must report a reference as unknown before it is sent again. In live mode the payer waits at least 30 minutes' },
  PAYOUT_SPACED_SECONDS: { form: secondsMs(3600), readBy: { worker: 'optional' }, usual: '660', meaning: 'minimum time between two answers that count as two; shorter only for a simulated bank' },
  PAYOUT_OVERDUE_SECONDS: { form: secondsMs(7200), readBy: { worker: 'optional' }, usual: '1800', meaning: 'when a payment without an outcome becomes a [case](../runbooks/payout-unknown.md)' },
  RECONCILE_SECONDS: { form: secondsMs(), readBy: { reconciler: 'optional' }, usual: '20', meaning: 'time between two [reconciliations](../internals/reconciliation.md)' },
  RECONCILE_FREEZE_ALL_NAIRA: { form: nairaMinor, readBy: { reconciler: 'optional' }, usual: '10000000', meaning: 'naira missing in one mode that freezes everything' },
  SWEEP_ABOVE_NAIRA: { form: nairaMinor, readBy: { worker: 'optional' }, usual: '5000000', meaning: 'total of deposits that starts a sweep' },
  SWEEP_AFTER_SECONDS: { form: secondsMs(9999), readBy: { worker: 'optional' }, usual: '600', meaning: 'age of the oldest deposit that starts a sweep' },
  FLOAT_RUNWAY_MINUTES: { form: minutesMs, readBy: { worker: 'optional' }, usual: '120', meaning: '[runway](../internals/treasury.md#what-we-have-where) below which a lane or payout account opens a case' },
} satisfies Record<string, Setting>

export const sourceSettings = {
  RATES_MONIERATE_URL: { form: baseUrl, readBy: { worker: 'optional' }, meaning: "Monierate's API, `https://api.monierate.com/core`. Without it Monierate gives no [rates](../reference/rates.md)" },
  RATES_MONIERATE_KEY: { form: text, readBy: { worker: ['RATES_MONIERATE_URL'] }, isSecret: true, meaning: 'our key there' },
  RATES_QUIDAX_URL: { form: baseUrl, readBy: { worker: 'optional' }, meaning: "Quidax's API, `https://app.quidax.io`. Without it Quidax gives no rates" },
  RATES_COINGECKO_URL: { form: baseUrl, readBy: { worker: 'optional' }, meaning: "CoinGecko's API, `https://api.coingecko.com`. Without it the margin of a transfer has no value for its gas" },
  SANCTIONS_FOLDER: { form: path, readBy: { worker: 'optional' }, meaning: 'where you put the [sanctions lists](sanctions.md), one folder a day. Without it live transactions wait' },
} satisfies Record<string, Setting>

/** Browsers offer the passkeys of a site to the sites below its host too. A console needs an origin of its own. */
function isConsoleOf(value: string, people: string): boolean {
  const { hostname, origin } = new URL(value)
  const { hostname: host, origin: other } = new URL(people)
  return (hostname === host || hostname.endsWith(`.${host}`)) && origin !== other
}
