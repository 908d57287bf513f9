const developerTabs = ['keys', 'webhooks', 'requests', 'sandbox', 'certification'] as const
export type DeveloperTab = (typeof developerTabs)[number]

/** What the page shows. It is in the address, so a link shows the same. */
export type DevelopersSearch = Readonly<{
  tab?: DeveloperTab
  /** The endpoint whose deliveries are shown. */
  endpoint?: string
  /** The delivery or the request that is open; `new`: the form of a new key. */
  open?: string
  only?: 'failed'
  key?: string
}>

export function readDevelopersSearch(search: Record<string, unknown>): DevelopersSearch {
  const { tab, endpoint, open, only, key } = search
  const known = developerTabs.find((one) => one === tab)
  return {
    ...(known !== undefined && { tab: known }),
    ...(isText(endpoint) && { endpoint }),
    ...(isText(open) && { open }),
    ...(only === 'failed' && { only }),
    ...(isText(key) && { key }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
