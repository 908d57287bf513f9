import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/**
 * Builds and packs SDK and CLI from copies with the version of the release. Writes beside them which commit and which programs they were
 * made of. Returns the tarballs.
 */
export function packRelease(root: string, version: string, folder: string): string[] {
  const place = resolve(folder)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, 'source/node_modules/@afara'), { recursive: true })
  const source = join(place, 'source')
  cpSync(join(root, 'tsconfig.json'), join(source, 'tsconfig.json'))
  for (const name of ['@types', 'commander'])
    symlinkSync(join(root, 'node_modules', name), join(source, 'node_modules', name))
  symlinkSync(join(source, 'sdk'), join(source, 'node_modules/@afara/sdk'))
  for (const name of ['sdk', 'cli']) {
    cpSync(join(root, name), join(source, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|test)$/.test(path),
    })
    setVersion(join(source, name, 'package.json'), version)
    npm(join(source, name), ['pack', '--silent', '--pack-destination', place], root)
  }
  rmSync(source, { recursive: true, force: true })
  const tarballs = readdirSync(place)
    .filter((file) => file.endsWith('.tgz'))
    .toSorted((one, other) => other.localeCompare(one))
    .map((file) => join(place, file))
  writeFileSync(
    join(place, 'provenance.json'),
    `${JSON.stringify(provenanceOf(root, version, tarballs), undefined, 2)}\n`,
  )
  return tarballs
}

/** Sets the version of a manifest, and of the SDK that the CLI needs. */
export function setVersion(manifest: string, version: string): void {
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(
    manifest,
    text
      .replace(/^( {2}"version": ")[^"]*/m, `$1${version}`)
      .replace(/("@afara\/sdk": ")[^"]*/, `$1${version}`),
  )
}

/** In the form of in-toto, so that a tool can compare a published tarball with it. It is not signed. */
function provenanceOf(root: string, version: string, tarballs: readonly string[]): object {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const lock = readFileSync(join(root, 'package-lock.json'))
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: tarballs.map((file) => ({
      name: basename(file),
      digest: { sha512: createHash('sha512').update(readFileSync(file)).digest('hex') },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run release',
        externalParameters: { version },
        resolvedDependencies: [
          {
            name: 'source',
            digest: { gitCommit: git('rev-parse', 'HEAD'), gitTree: git('rev-parse', 'HEAD^{tree}') },
          },
          { name: 'package-lock.json', digest: { sha512: createHash('sha512').update(lock).digest('hex') } },
        ],
      },
      runDetails: { builder: { id: `node ${process.versions.node}` } },
    },
  }
}

/**
 * Installs the tarballs into an empty folder with a Node from the registry, and uses both packages with it. Throws if they do not work
 * there. Returns the version of that Node.
 */
export function tryPacked(root: string, tarballs: readonly string[], node: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }\n')
  npm(
    folder,
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--silent',
      `node-${process.platform}-${process.arch}@${node}`,
      ...tarballs,
    ],
    root,
  )
  const bin = join(folder, 'node_modules/.bin')
  const run = (file: string, ...args: string[]) =>
    execFileSync(join(bin, 'node'), [file, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: bin, HOME: folder },
    }).trim()
  writeFileSync(join(folder, 'shop.js'), SHOP)
  const [version = '', ...answers] = run('shop.js').split(' ')
  const cli = run('node_modules/@afara/cli/dist/main-afara.js', '--version')
  const said = [...answers, cli].join(' ')
  if (version.split('.')[0] !== node || said !== `GET svc_test_shop webhook.ping ${tarballVersion(tarballs)}`)
    throw new Error(`the packages do not work with Node ${node}, which is ${version}: ${said}`)
  return version
}

/** Asks a server of its own with the SDK, and verifies a webhook that the SDK signed. */
const SHOP = `import { createServer } from 'node:http'
import { Afara, newWebhookSecret, signWebhook, verifyWebhook } from '@afara/sdk'
const server = createServer(({ method, headers }, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ key: { label: method + ' ' + headers['svc-sec-key'] } }))
}).listen(0, '127.0.0.1', async () => {
  const baseUrl = 'http://127.0.0.1:' + server.address().port
  const { label } = await new Afara({ key: 'svc_test_shop', baseUrl }).whoami()
  const secret = newWebhookSecret()
  const message = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), payload: '{"id":"evt_1","type":"webhook.ping","data":{}}' }
  const signature = await signWebhook({ ...message, secret })
  const headers = { 'webhook-id': message.id, 'webhook-timestamp': String(message.timestamp), 'webhook-signature': signature }
  const { type } = await verifyWebhook({ payload: message.payload, headers, secret })
  console.log(process.versions.node, label, type)
  server.close()
})
`

function tarballVersion(tarballs: readonly string[]): string | undefined {
  return /-(\d+\.\d+\.\d+)\.tgz$/.exec(tarballs[0] ?? '')?.[1]
}

function npm(folder: string, args: readonly string[], root: string): void {
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(':')
  execFileSync('npm', args, { cwd: folder, env: { ...process.env, PATH }, stdio: 'pipe' })
}
