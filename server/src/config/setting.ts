import type { Form } from './setting-forms.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type ServerProcess = 'api' | 'worker' | 'people' | 'reconciler'
/** `admin` is the owner's command, `backup` makes backups, `failover` promotes a standby, and `ops` is an operator's terminal. */
export type Reader = ServerProcess | 'admin' | 'backup' | 'failover' | 'ops'

/** When a reader cannot do without a setting: always, never, in live mode, or as soon as one of the named settings is set. */
export type Need = 'always' | 'optional' | 'in live mode' | readonly string[]

/** All that we know of a setting. Reading, the rules of live mode and the page of settings follow from it. */
export type Setting = Readonly<{
  form: Form
  readBy: Readonly<Partial<Record<Reader, Need>>>
  /** In Markdown, for docs/operate/settings.md. */
  meaning: string
  /** What an absent setting means, as text. */
  usual?: string
  /** A secret may come from the file that `<NAME>_FILE` names. In live mode, only the processes that read it may hold it. */
  isSecret?: true
  /** What the value must be beside the value of another setting. Asked only if both are right by themselves. */
  agreesWith?: Readonly<{ name: string; wanted: string; agrees(value: string, other: string): boolean }>
}>

export type Listener = Readonly<{ host: string; port: number }>
