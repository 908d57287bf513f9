import { crc32, deflateSync } from 'node:zlib'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { countClicks, mailedTo, type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { addAuthenticator, openWatchedPage, startBrowser, type WatchedPage } from './watched-browser.ts'

const stack = inject('devStack')
const origin = stack.environment['PEOPLE_ORIGIN'] ?? ''
const BUSINESS = 'Team Foods'
const OWNER = 'ngozi@team-foods.test'
const COLLEAGUE = 'bola@team-foods.test'

let browser: Browser
let owner: SignedUp
let colleague: WatchedPage

beforeAll(async () => {
  browser = await startBrowser()
  owner = await signUpBusiness(browser, stack, { business: BUSINESS, person: 'Ngozi Eze', email: OWNER })
  colleague = await openWatchedPage(browser, { viewport: { width: 1280, height: 900 } })
  await addAuthenticator(colleague.page)
})
afterAll(async () => browser?.close())

const desk = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}
const openSettings = async (page: Page, tab: string) => {
  await desk(page)
  await page.goto(`${origin}/dashboard/${owner.linkTag}/test/settings/${tab}`)
}

/** Sends a request from a page, with the session of its browser. Returns the status. */
const send = async (page: Page, path: string, body?: object): Promise<number> =>
  page.evaluate(
    async ([url, sent]) =>
      (
        await fetch(
          url,
          sent === undefined
            ? {}
            : { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent },
        )
      ).status,
    [path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )

/** The colour behind an element. The test itself knows no browser, so its types are spelt out. */
const backgroundOf = async (one: Locator): Promise<string> =>
  one.evaluate((element) => {
    type View = { getComputedStyle(of: unknown): { backgroundColor: string } }
    const { ownerDocument } = element as unknown as { ownerDocument: { defaultView: View } }
    return ownerDocument.defaultView.getComputedStyle(element).backgroundColor
  })

const issueKey = async (page: Page) =>
  send(page, `/account/v1/businesses/${owner.businessId}/keys`, { label: 'mine', scopes: ['read'] })

test('an owner invites a colleague, who joins with a passkey of their own', async () => {
  const { page } = owner
  const { link } = await mailedTo(stack, OWNER, 'Confirm your email address')
  await page.goto(link)
  await page.getByText('is confirmed').waitFor()
  await page.goto(`${origin}/dashboard/${owner.linkTag}/test`)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const inviting = countClicks(page)
  await inviting.click('Settings', 'link')
  await inviting.click('Invite a colleague')
  await inviting.type('Work email', COLLEAGUE)
  await expectAccessible(page, 'settings-team-invite')
  await desk(page)
  await inviting.click('Invite with passkey')
  await page.getByText('Invited by Ngozi Eze').waitFor()
  console.log(`invite a colleague: ${inviting.told().clicks} clicks, ${inviting.told().seconds.toFixed(1)} s`)
  await expectAccessible(page, 'settings-team')

  const mail = await mailedTo(stack, COLLEAGUE, 'invites you')
  const joining = countClicks(colleague.page)
  await colleague.page.goto(mail.link)
  await colleague.page.getByRole('heading', { name: `Join ${BUSINESS}` }).waitFor()
  await joining.type('Your name', 'Bola Ade')
  await expectAccessible(colleague.page, 'settings-join')
  await desk(colleague.page)
  await joining.click('Create a passkey and join')
  await colleague.page.getByRole('heading', { name: 'Home' }).waitFor()
  console.log(`join a business: ${joining.told().clicks} clicks, ${joining.told().seconds.toFixed(1)} s`)
  expect((await mailedTo(stack, OWNER, 'joined')).text).toContain('Bola Ade')
})

test('a viewer sees no button for what the server refuses, and a developer has both', async () => {
  const { page } = colleague
  await page.goto(`${origin}/dashboard/${owner.linkTag}/test/developers`)
  await page.getByRole('heading', { name: 'Developers', level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'New test key' }).count()).toBe(0)
  await openSettings(page, 'team')
  await page.getByText('An owner or an administrator invites people').waitFor()
  for (const name of ['Invite a colleague', 'Change role of Ngozi Eze', 'End access of Ngozi Eze'])
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  expect(await issueKey(page)).toBe(403)
  const members = `/account/v1/businesses/${owner.businessId}/members`
  const invite = { action: 'invite', email: 'eve@team-foods.test', role: 'owner' }
  expect(await send(page, `${members}/options`, invite)).toBe(403)

  const changing = countClicks(owner.page)
  await openSettings(owner.page, 'team')
  await changing.click('Change role of Bola Ade')
  await owner.page.getByLabel('Role', { exact: true }).selectOption('developer')
  await owner.page.getByText('They may then also').waitFor()
  await expectAccessible(owner.page, 'settings-team-role')
  await desk(owner.page)
  await changing.click('Change role with passkey')
  await owner.page.getByRole('listitem').filter({ hasText: 'Bola Ade' }).getByText('Developer').waitFor()
  console.log(`change a role: ${changing.told().clicks} clicks, ${changing.told().seconds.toFixed(1)} s`)

  await expect.poll(async () => issueKey(page)).toBe(200)
  await page.goto(`${origin}/dashboard/${owner.linkTag}/test/developers`)
  await page.getByRole('button', { name: 'New test key' }).first().waitFor()
})

test('the settings of the business: its wallet, and the pay page in its own colour and logo', async () => {
  const { page } = owner
  await openSettings(page, 'business')
  const setting = countClicks(page)
  await setting.click('Change the wallet')
  await setting.type('Address', '0x12')
  await setting.click('Set the wallet with passkey')
  await page.getByRole('alert').waitFor()
  await setting.type('Address', '0x8ba1f109551bD432803012645Ac136ddd64DBA72')
  await expectAccessible(page, 'settings-wallet')
  await desk(page)
  await setting.click('Set the wallet with passkey')
  await page.getByText('0x8ba1f1…BA72').waitFor()
  await setting.click('Change the tolerance')
  await setting.type('Naira', '2.50')
  await expectAccessible(page, 'settings-tolerance')
  await desk(page)
  await setting.click('Set the tolerance with passkey')
  await page.getByText('₦2.50').waitFor()
  await expectAccessible(page, 'settings-business')

  await openSettings(page, 'pay-page')
  await page.getByLabel('Colour', { exact: true }).fill('#ffd400')
  await page.getByText('is hard to read').waitFor()
  await page.getByRole('button', { name: /^Use #/ }).click()
  await page.getByText('White text on it is easy to read').waitFor()
  await page.getByLabel('Colour', { exact: true }).fill('#7a1fa2')
  await page.getByRole('button', { name: 'Save the colour' }).click()
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: smallPng() }
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('button', { name: 'Replace the logo' }).waitFor()
  const frame = page.frameLocator('iframe[title="Your pay page"]')
  await frame.locator('.monogram img').waitFor()
  await expect.poll(async () => backgroundOf(frame.locator('.copy.first'))).toBe('rgb(122, 31, 162)')
  await expectAccessible(page, 'settings-pay-page')

  const made = await fetch(`${stack.apiUrl}/pay-links/v1`, {
    method: 'POST',
    headers: { 'svc-sec-key': owner.key, 'content-type': 'application/json' },
    body: JSON.stringify({ business_id: owner.businessId, link_tag: owner.linkTag, amount: 20_000 }),
  })
  const { pay_link: link } = (await made.json()) as { pay_link: { url: string } }
  const payer = await openWatchedPage(browser, { viewport: { width: 390, height: 844 } })
  await payer.page.goto(link.url)
  const logo = payer.page.locator('.monogram img')
  await logo.waitFor()
  const widthOf = async () =>
    logo.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)
  await expect.poll(widthOf).toBe(256)
  const button = payer.page.locator('.copy.first')
  expect(await backgroundOf(button)).toBe('rgb(122, 31, 162)')
  await expectAccessible(payer.page, 'settings-real-pay-page')
  expect(payer.complaints).toEqual([])
  await payer.close()
})

test('an owner reads who did what, and a developer does not', async () => {
  const { page } = owner
  await openSettings(page, 'activity')
  for (const sentence of [
    'Ngozi Eze created the business.',
    'Ngozi Eze invited bola@team-foods.test as viewer.',
    'Bola Ade joined as viewer.',
    'Ngozi Eze made Bola Ade developer; they were viewer.',
    'Ngozi Eze set the default wallet to Polygon 0x8ba1f109551bD432803012645Ac136ddd64DBA72.',
  ])
    await page.getByText(sentence).waitFor()
  await page.getByText('Bola Ade issued a key.').first().waitFor()
  await expectAccessible(page, 'settings-activity')
  await openSettings(colleague.page, 'team')
  expect(await colleague.page.getByRole('link', { name: 'Activity' }).count()).toBe(0)
  const path = `/account/v1/businesses/${owner.businessId}/activity`
  expect(await colleague.page.evaluate(async (url) => (await fetch(url)).status, path)).toBe(403)
})

test('sessions and passkeys are in the settings, and the bottom bar of a phone leads to More', async () => {
  const { page } = owner
  await openSettings(page, 'account')
  await page.getByText('This session').waitFor()
  await page.getByText('You have one passkey.').waitFor()
  await expectAccessible(page, 'settings-account')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More' }).getByText('Ngozi Eze').waitFor()
  await expectAccessible(page, 'settings-more')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Close' }).click()
})

test('a person with two businesses switches between them', async () => {
  const second = await signUpBusiness(browser, stack, {
    business: 'Second Foods',
    person: 'Chidi Obi',
    email: 'chidi@second-foods.test',
  })
  await second.page.goto((await mailedTo(stack, 'chidi@second-foods.test', 'Confirm your email')).link)
  await second.page.getByText('is confirmed').waitFor()
  await second.page.goto(`${origin}/dashboard/${second.linkTag}/test/settings/team`)
  await second.page.getByRole('button', { name: 'Invite a colleague' }).click()
  await second.page.getByLabel('Work email', { exact: true }).fill(COLLEAGUE)
  await second.page.getByRole('button', { name: 'Invite with passkey' }).click()
  await second.page.getByText('Invited by').waitFor()
  await second.close()

  const { page } = colleague
  await page.goto((await mailedTo(stack, COLLEAGUE, 'Second Foods')).link)
  await page.getByRole('button', { name: 'Join with your passkey' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/dashboard/${second.linkTag}/test`)
  await desk(page)
  await page.getByRole('button', { name: 'Second Foods @second-foods Open another business' }).click()
  await expectAccessible(page, 'settings-switcher')
  await desk(page)
  await page.goto(`${origin}/dashboard/${second.linkTag}/test`)
  await page.getByRole('button', { name: 'Second Foods @second-foods Open another business' }).click()
  await page.getByRole('link', { name: `${BUSINESS} @${owner.linkTag}` }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboard/${owner.linkTag}/test`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Second Foods' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboard/${second.linkTag}/test`)
})

test('access that ends is refused in the open session', async () => {
  const { page } = colleague
  await desk(page)
  await page.goto(`${origin}/dashboard/${owner.linkTag}/test/developers`)
  await page.getByRole('heading', { name: 'Developers', level: 1 }).waitFor()
  expect(await issueKey(page)).toBe(200)
  await openSettings(owner.page, 'team')
  const ending = countClicks(owner.page)
  await ending.click('End access of Bola Ade')
  await expectAccessible(owner.page, 'settings-team-end')
  await desk(owner.page)
  const mint = { business_id: owner.businessId, mode: 'test' }
  const token = await page.evaluate(
    async (body) =>
      (
        (await (
          await fetch('/account/v1/token', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).json()) as { token: string }
      ).token,
    JSON.stringify(mint),
  )
  const callApi = async () =>
    (await fetch(`${stack.apiUrl}/balances/v1`, { headers: { 'svc-sec-key': token } })).status
  // Both processes have just asked how the person stands, and keep the answer.
  expect([await issueKey(page), await callApi()]).toEqual([200, 200])
  await ending.click('End access with passkey')
  await owner.page.getByText('1 person').waitFor()
  const endedAtMs = performance.now()
  console.log(`end access: ${ending.told().clicks} clicks, ${ending.told().seconds.toFixed(1)} s`)
  const list = `/people/v1/businesses/${owner.businessId}/keys`
  await expect.poll(async () => send(page, list), { interval: 100 }).toBeGreaterThanOrEqual(403)
  expect(await issueKey(page)).toBeGreaterThanOrEqual(403)
  await expect.poll(callApi, { interval: 100 }).toBe(403)
  const tookMs = performance.now() - endedAtMs
  console.log(`refused after ${(tookMs / 1000).toFixed(1)} s; prove -- leaver allows five`)
  // What the open page asks next is refused, and it says so.
  await page.getByRole('heading', { name: 'You have no such business' }).waitFor()
  await expectAccessible(page, 'settings-ended')
})

test('the browsers had nothing to complain about, except what was refused on purpose', () => {
  const refused = /^(403|404|422) from |Failed to load resource/
  for (const { complaints } of [owner, colleague])
    expect(complaints.filter((text) => !refused.test(text))).toEqual([])
})

/** A PNG of 40 by 20 orange pixels. */
function smallPng(): Buffer {
  const [width, height] = [40, 20]
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const number = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
    return Buffer.concat([number(data.length), body, number(crc32(body))])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([224, 96, 16]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
