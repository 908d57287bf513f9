import { readChainsConfig } from './config/chains-config.ts'
import { readSettings } from './config/read-settings.ts'
import { readBanksConfig } from './config/shared-config.ts'
import { runSmoke } from './entry/smoke/run-smoke.ts'
import { wireChains } from './wire/wire-chains.ts'
import { wireCollectionRails, wireFeeds } from './wire/wire-vendors.ts'

process.exitCode = await runSmoke(process.argv.slice(2), {
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  openVendor: (vendor) => {
    const prefix = `BANK_TEST_${vendor.toUpperCase()}`
    const banks = readBanksConfig(readSettings(process.env, 'worker', new RegExp(`^${prefix}_`)))
    if (/"(sk_live_|MK_PROD_)/.test(JSON.stringify(banks.test)))
      throw new Error(`the settings ${prefix}_… have a key of live mode: use one of test mode`)
    const feed = wireFeeds(banks).test.get(vendor)
    if (feed === undefined) throw new Error(`set ${prefix}_URL and the settings that --help lists`)
    return { feed, rail: wireCollectionRails(banks).test.find((rail) => rail.vendor === vendor) }
  },
  openNetwork: async (network) => {
    const prefix = `CHAIN_TEST_${network.toUpperCase()}`
    const settings = readSettings(process.env, 'worker', new RegExp(`^${prefix}_`))
    const [chain] = (await wireChains(readChainsConfig(settings))).values()
    if (chain === undefined) throw new Error(`set ${prefix}_URL and the settings that --help lists`)
    return chain
  },
})
