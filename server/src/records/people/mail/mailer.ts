/** A mail that is ready to be sent. */
type Message = Readonly<{
  /** The same for every attempt, so that a mailbox can recognise a copy. */
  messageId: string
  to: Readonly<{ name: string; address: string }>
  subject: string
  text: string
}>

/** Hands mail to a mail server. */
export type Mailer = Readonly<{
  /** Resolves when the mail server has accepted the message. Throws if it did not, or if nobody knows. */
  send(message: Message): Promise<void>
}>
