/** What this process learned about members, and about what they signed. */
export type MemberFact =
  /** A passkey of a member who may sign for a business, when this process first saw it. */
  | Readonly<{
      kind: 'passkey'
      business: string
      member: string
      /** As base64url. */
      credential: string
      /** SHA-256 of the public key, as hex. */
      key: string
    }>
  /** An account that a business may pay, when this process first saw it. */
  | Readonly<{
      kind: 'beneficiary'
      business: string
      mode: string
      bank_code: string
      account_number: string
    }>
  /** A wallet whose text members signed, when this process first saw it with so many signatures that count. */
  | Readonly<{
      kind: 'wallet'
      wallet: string
      /** SHA-256 of the signed text, as hex. */
      text: string
      people: number
    }>
  /** A wallet that a member removed. */
  | Readonly<{ kind: 'wallet_end'; wallet: string }>
  /** The public key with which a business signs its requests, when this process first saw it. It never changes. */
  | Readonly<{
      kind: 'signing_key'
      /** The API key that it belongs to. */
      key: string
      business: string
      mode: string
      /** As base64url. */
      public_key: string
    }>
  /** What one member may pay and withdraw alone, as an owner signed it. */
  | Readonly<{ kind: 'limit'; business: string; mode: string; version: number; limit_minor: string }>
  /** An order whose signatures were verified. */
  | Readonly<{
      kind: 'order'
      order: string
      business: string
      mode: string
      /** SHA-256 of the signed text, as hex. */
      text: string
      people: number
      total_minor: string
    }>

/** A record of the journal. */
export type MembersRecord = Readonly<{ at: string; payments: readonly MemberFact[] }>

/** A wallet with the signatures of one member, or of two. */
type KnownWallet = Readonly<{ text: string; people: number; seenAtMs: number; isEnded: boolean }>

type Passkey = Extract<MemberFact, { kind: 'passkey' }>
type SigningKey = Omit<Extract<MemberFact, { kind: 'signing_key' }>, 'kind'>
type Account = Omit<Extract<MemberFact, { kind: 'beneficiary' }>, 'kind'>
type Limit = Readonly<{ version: number; limitMinor: bigint }>

const DAY_MS = 24 * 3_600_000

export type MemberBook = Readonly<{
  /** Returns when a passkey was first seen for this member and business; undefined if never. */
  passkeySeenAt(passkey: Omit<Passkey, 'kind'>): number | undefined
  /** Whether the credential was seen before with another key or of another member. */
  isChanged(passkey: Omit<Passkey, 'kind'>): boolean
  beneficiarySeenAt(account: Account): number | undefined
  /** Returns a wallet that members signed; undefined if this process saw no signature that counts. */
  knownWallet(wallet: string): KnownWallet | undefined
  /** Returns the public key of an API key; undefined if this process saw none that counts. */
  signingKey(key: string): SigningKey | undefined
  /** Whether the business signs its requests in this mode. */
  mustSign(business: string, mode: string): boolean
  /** Returns the newest limit that an owner signed. */
  limitOf(business: string, mode: string): Limit | undefined
  /** Returns the digest of the text of an order that was verified; undefined if it was not. */
  verifiedText(order: string): string | undefined
  /** Returns what single members moved alone in the 24 hours before, by orders that this process verified. */
  paidAlone(business: string, mode: string, atMs: number): bigint
}>

export function isMembersRecord<T extends object>(record: T): record is T & MembersRecord {
  return 'payments' in record
}

/**
 * Remembers people, accounts, wallets and limits from their first sight on, because a holder of a database role can write rows. A
 * passkey that appears with a forged order is new here, and in live mode it counts for nothing on its first day.
 */
export function createMemberBook(): MemberBook & Readonly<{ addMembers(record: MembersRecord): void }> {
  const passkeys = new Map<string, number>()
  const owners = new Map<string, string>()
  const accounts = new Map<string, number>()
  const wallets = new Map<string, KnownWallet>()
  const signingKeys = new Map<string, SigningKey>()
  const signing = new Set<string>()
  const limits = new Map<string, Limit>()
  const orders = new Map<string, string>()
  const alone = new Map<string, { atMs: number; minor: bigint }[]>()
  const passkeyKey = (one: Omit<Passkey, 'kind'>) =>
    `${one.business}/${one.member}/${one.credential}/${one.key}`
  const ownerOf = ({ member, key }: Omit<Passkey, 'kind'>) => `${member}/${key}`
  const accountKey = (one: Account) => `${one.business}/${one.mode}/${one.bank_code}/${one.account_number}`

  const add = (fact: MemberFact, atMs: number): void => {
    switch (fact.kind) {
      case 'passkey':
        if (!passkeys.has(passkeyKey(fact))) passkeys.set(passkeyKey(fact), atMs)
        if (!owners.has(fact.credential)) owners.set(fact.credential, ownerOf(fact))
        return
      case 'beneficiary':
        if (!accounts.has(accountKey(fact))) accounts.set(accountKey(fact), atMs)
        return
      case 'wallet': {
        const { text, people } = fact
        const known = wallets.get(fact.wallet)
        // Another text is another wallet, so its time begins again.
        const isSame = known?.text === text
        wallets.set(fact.wallet, {
          text,
          people: isSame ? Math.max(known.people, people) : people,
          seenAtMs: isSame ? known.seenAtMs : atMs,
          isEnded: known?.isEnded ?? false,
        })
        return
      }
      case 'wallet_end':
        wallets.set(fact.wallet, {
          ...(wallets.get(fact.wallet) ?? { text: '', people: 0, seenAtMs: atMs }),
          isEnded: true,
        })
        return
      case 'signing_key':
        if (!signingKeys.has(fact.key)) signingKeys.set(fact.key, fact)
        signing.add(`${fact.business}/${fact.mode}`)
        return
      case 'limit':
        limits.set(`${fact.business}/${fact.mode}`, {
          version: fact.version,
          limitMinor: BigInt(fact.limit_minor),
        })
        return
      case 'order': {
        orders.set(fact.order, fact.text)
        if (fact.people > 1) return
        const key = `${fact.business}/${fact.mode}`
        const recent = (alone.get(key) ?? []).filter((one) => one.atMs > atMs - DAY_MS)
        alone.set(key, [...recent, { atMs, minor: BigInt(fact.total_minor) }])
      }
    }
  }
  return {
    addMembers: ({ at, payments }) => {
      const atMs = Date.parse(at)
      for (const fact of payments) add(fact, atMs)
    },
    passkeySeenAt: (passkey) => passkeys.get(passkeyKey(passkey)),
    isChanged: (passkey) => (owners.get(passkey.credential) ?? ownerOf(passkey)) !== ownerOf(passkey),
    beneficiarySeenAt: (account) => accounts.get(accountKey(account)),
    knownWallet: (wallet) => wallets.get(wallet),
    signingKey: (key) => signingKeys.get(key),
    mustSign: (business, mode) => signing.has(`${business}/${mode}`),
    limitOf: (business, mode) => limits.get(`${business}/${mode}`),
    verifiedText: (order) => orders.get(order),
    paidAlone: (business, mode, atMs) =>
      (alone.get(`${business}/${mode}`) ?? [])
        .filter((one) => one.atMs > atMs - DAY_MS)
        .reduce((sum, { minor }) => sum + minor, 0n),
  }
}
