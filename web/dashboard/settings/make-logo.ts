const PIXELS = 256
const CHUNK = 8_192

/**
 * Draws any picture that the browser can show onto a square, and returns it as a PNG in base64. What else is in the file, such as where a
 * photo was taken, stays here.
 */
export async function makeLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('Your browser cannot show this file. Choose a PNG, JPEG or WebP picture.')
  })
  const canvas = new OffscreenCanvas(PIXELS, PIXELS)
  const scale = PIXELS / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (PIXELS - width) / 2, (PIXELS - height) / 2, width, height)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}
