import type { SessionFile } from './session-file.ts'

export type OpsClientConfig = Readonly<{
  /** Where the people process answers. */
  url: string
  /** The site of its pages, to which passkeys belong. */
  origin: string
  /** The program that signs with the operator's passkey. Without one, a browser does. */
  authenticator: string | undefined
  sessionFile: string
  /** Distinguishes the people who share a terminal. */
  sessionName: string
}>

/** Environment of the client: its settings, which are read only when it runs, and the terminal. */
export type OpsClientHost = Readonly<{
  readConfig(): OpsClientConfig
  openSession(config: OpsClientConfig): SessionFile
  openBrowser(url: string): void
  sleep(ms: number): Promise<void>
  print(text: string): void
  printError(text: string): void
}>

/** A terminal of an operator while a command runs. */
export type Client = Pick<OpsClientHost, 'print' | 'printError' | 'openBrowser' | 'sleep'> &
  Readonly<{ config: OpsClientConfig; session: SessionFile }>
