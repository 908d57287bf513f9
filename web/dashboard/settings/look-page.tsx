import { useQuery } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { askPeople, Refused } from '../ask-people.ts'
import { useTenant } from '../use-account.ts'
import { makeLogo } from './make-logo.ts'
import { type Settings, settingsQuery, useSetting } from './use-settings.ts'

/** The green of Afara, with which the choice of a colour begins. */
const OURS = '#0b6b53'
const TYPING_MS = 300

/** The logo and the colour of the pay page, beside the real page. */
export function LookPage() {
  const tenant = useTenant()
  const { data, error } = useQuery(settingsQuery(tenant))
  return (
    <>
      <title>{`Pay page · ${tenant.name} · Afara`}</title>
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined && error === null && <Skeleton rows={3} />}
      {data !== undefined && <Look tenant={tenant} settings={data} />}
    </>
  )
}

function Look({ tenant, settings }: Readonly<{ tenant: Tenant; settings: Settings }>) {
  const [colour, setColour] = useState(settings.colour)
  const settled = useSettled(colour)
  const mayChange = ['owner', 'administrator', 'developer'].includes(tenant.role)
  return (
    <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_390px] wide:items-start wide:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        <p className="text-small text-muted">
          {mayChange
            ? 'Payers see your logo, and your colour on the buttons. Green, amber and red stay ours: they tell a payer how the payment stands.'
            : 'An owner, an administrator or a developer changes how the pay page looks.'}
        </p>
        <Logo tenant={tenant} hasLogo={settings.has_logo} mayChange={mayChange} />
        <Colour
          tenant={tenant}
          saved={settings.colour}
          colour={colour}
          settled={settled}
          choose={setColour}
          mayChange={mayChange}
        />
      </div>
      <Preview tenant={tenant} colour={settled} version={settings.has_logo} />
    </div>
  )
}

function Logo({
  tenant,
  hasLogo,
  mayChange,
}: Readonly<{ tenant: Tenant; hasLogo: boolean; mayChange: boolean }>) {
  const input = useRef<HTMLInputElement>(null)
  const [version, setVersion] = useState(0)
  const set = useSetting(tenant, async (path, file: File | null) => {
    await askPeople(`${path}/look`, { logo: file === null ? null : await makeLogo(file) })
    setVersion(version + 1)
  })
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file !== undefined) set.mutate(file)
  }
  return (
    <Panel title="Logo" aside="Square, PNG, JPEG or WebP">
      <div className="flex flex-wrap items-center gap-4 p-4">
        <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-panel border bg-sunken text-caption text-muted">
          {hasLogo ? (
            <img
              key={version}
              src={`/account/v1/businesses/${tenant.businessId}/logo.png?${version}`}
              alt={`Logo of ${tenant.name}`}
              className="size-full"
            />
          ) : (
            'None'
          )}
        </span>
        {mayChange && (
          <span className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-label="Choose a logo"
              className="sr-only"
              tabIndex={-1}
              onChange={pick}
            />
            <Button disabled={set.isPending} onClick={() => input.current?.click()}>
              <ImageUp size={16} aria-hidden />
              {hasLogo ? 'Replace the logo' : 'Choose a logo'}
            </Button>
            {hasLogo && (
              <Button look="quiet" disabled={set.isPending} onClick={() => set.mutate(null)}>
                <Trash2 size={16} aria-hidden />
                Remove
              </Button>
            )}
          </span>
        )}
        {set.error !== null && (
          <div className="w-full">
            <Problem>{set.error.message}</Problem>
          </div>
        )}
      </div>
    </Panel>
  )
}

function Colour({
  tenant,
  saved,
  colour,
  settled,
  choose,
  mayChange,
}: Readonly<{
  tenant: Tenant
  saved: string | null
  colour: string | null
  settled: string | null
  choose: (colour: string | null) => void
  mayChange: boolean
}>) {
  const judged = useQuery({
    queryKey: ['colour', tenant.businessId, settled],
    queryFn: async () => judgeColour(tenant, settled ?? ''),
    enabled: settled !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const set = useSetting(tenant, async (path, wanted: string | null) =>
    askPeople(`${path}/look`, { colour: wanted }),
  )
  const refused = settled === null ? undefined : judged.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(colour)
  }
  return (
    <Panel title="Colour" aside="On the buttons">
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        <div className="flex items-end gap-3">
          <input
            type="color"
            aria-label="Pick a colour"
            value={isColour(colour) ? (colour ?? OURS) : OURS}
            disabled={!mayChange}
            onChange={(event) => choose(event.target.value)}
            className="h-11 w-14 shrink-0 rounded-small border border-border-strong bg-surface p-1 middle:h-10"
          />
          <Field
            label="Colour"
            className="min-w-0 flex-1"
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            placeholder={OURS}
            readOnly={!mayChange}
            value={colour ?? ''}
            onChange={(event) => choose(event.target.value === '' ? null : event.target.value.toLowerCase())}
          />
        </div>
        <div aria-live="polite" className="text-small">
          {refused !== undefined && refused !== null && (
            <div className="flex flex-wrap items-center gap-2">
              <Problem>{refused.message}</Problem>
              {refused.darker !== undefined && (
                <Button onClick={() => choose(refused.darker ?? null)}>Use {refused.darker}</Button>
              )}
            </div>
          )}
          {refused === null && settled !== null && (
            <p className="text-muted">White text on it is easy to read. We lighten it for dark mode.</p>
          )}
          {settled === null && <p className="text-muted">The pay page has our green.</p>}
        </div>
        {set.error !== null && <Problem>{set.error.message}</Problem>}
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              look="primary"
              disabled={set.isPending || colour === saved || colour !== settled || (refused ?? null) !== null}
            >
              Save the colour
            </Button>
            {colour !== null && (
              <Button look="quiet" onClick={() => choose(null)}>
                Use our green
              </Button>
            )}
          </div>
        )}
      </form>
    </Panel>
  )
}

type Judgement = Readonly<{ message: string; darker: string | undefined }>

/** Asks the server, which knows the rule, why it would refuse a colour. Null: it would not. */
async function judgeColour({ businessId }: Tenant, colour: string): Promise<Judgement | null> {
  const reply = await fetch(previewUrl(businessId, colour, 'light'))
  if (reply.ok) return null
  const read = (await reply.json()) as {
    code?: string
    message?: string
    errors?: ReadonlyArray<Readonly<{ darker?: string }>>
  }
  if (read.code !== 'colour_invalid')
    throw new Refused(read.code ?? 'unavailable', reply.status, read.message ?? 'We cannot answer now.')
  return { message: read.message ?? '', darker: read.errors?.[0]?.darker }
}

/** The real pay page with an example in it. */
function Preview({
  tenant,
  colour,
  version,
}: Readonly<{ tenant: Tenant; colour: string | null; version: boolean }>) {
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  // A colour that cannot be shown keeps the last page.
  const [shown, setShown] = useState(colour)
  const { data } = useQuery({
    queryKey: ['colour', tenant.businessId, colour],
    queryFn: async () => judgeColour(tenant, colour ?? ''),
    enabled: colour !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (colour !== shown && (colour === null || data === null)) setShown(colour)
  return (
    <Panel
      title="Preview"
      aside={
        <fieldset aria-label="Preview in" className="flex gap-1">
          {(['light', 'dark'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={scheme === one}
              onClick={() => setScheme(one)}
              className={joinClasses(
                'h-11 rounded-small px-2 text-caption font-medium middle:h-7',
                scheme === one ? 'bg-sunken text-text' : 'text-muted hover:text-text',
              )}
            >
              {one === 'light' ? 'Light' : 'Dark'}
            </button>
          ))}
        </fieldset>
      }
    >
      {/* Our own page, which needs its script for the copy buttons and the session for the logo. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        key={String(version)}
        title="Your pay page"
        src={previewUrl(tenant.businessId, shown ?? '', scheme)}
        className="h-180 w-full"
      />
    </Panel>
  )
}

function previewUrl(businessId: string, colour: string, scheme: string): string {
  return `/account/v1/businesses/${businessId}/pay-page?${new URLSearchParams({ colour, scheme }).toString()}`
}

const isColour = (text: string | null): boolean => text !== null && /^#[0-9a-f]{6}$/.test(text)

/** The colour after the person stopped typing. */
function useSettled(colour: string | null): string | null {
  const [settled, setSettled] = useState(colour)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(colour), TYPING_MS)
    return () => clearTimeout(timer)
  }, [colour])
  return settled
}
