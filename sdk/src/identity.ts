import type { Call } from './http/call.ts'

/** The business of the requests, if the client was given it. */
export type Identity = Readonly<{ businessId?: string | undefined; linkTag?: string | undefined }>

type Names = Readonly<{ business_id: string; link_tag: string }>

/** A request in which the business is optional. */
export type Unnamed<Request extends Names> = Omit<Request, 'business_id' | 'link_tag' | 'type'> &
  Partial<Names>

/** Adds the business to a request about money. */
export type NameBusiness = <Input extends Partial<Names>>(input: Input) => Promise<Input & Names>

/**
 * Takes a missing business id or link tag from the client's settings, or else from the API, which is asked once for the business of the
 * key.
 */
export function createNameBusiness(call: Call, identity: Identity): NameBusiness {
  let asked: Promise<Names> | undefined
  const ask = (): Promise<Names> => {
    asked ??= call('readKey', {}).then(
      ({ key }) => ({ business_id: key.business_id, link_tag: key.link_tag }),
      (error: unknown) => {
        asked = undefined
        throw error
      },
    )
    return asked
  }
  return async (input) => {
    const business_id = input.business_id ?? identity.businessId ?? (await ask()).business_id
    const link_tag = input.link_tag ?? identity.linkTag ?? (await ask()).link_tag
    return { ...input, business_id, link_tag }
  }
}
