/** Whose requests these are, as far as the client was told. */
export type Identity = Readonly<{ businessId?: string | undefined; linkTag?: string | undefined }>

type Named = Readonly<{ business_id: string; link_tag: string }>

/** A request in which what the client knows may be left out. */
export type Unnamed<Request extends Named> = Omit<Request, 'business_id' | 'link_tag' | 'type'> &
  Partial<Named>

/** Names the business in a request about money, from the client's own settings where the caller did not. */
export function named<Input extends Partial<Named>>(identity: Identity, input: Input): Input & Named {
  const business_id = input.business_id ?? identity.businessId
  const link_tag = input.link_tag ?? identity.linkTag
  if (business_id === undefined || link_tag === undefined) {
    throw new TypeError(
      'Give the client businessId and linkTag: every request about money names its business.',
    )
  }
  return { ...input, business_id, link_tag }
}
