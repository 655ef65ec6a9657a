// A short sound of two tones, synthesised here, so that nothing is loaded. Browsers allow sound only after the page was used.

let audio: AudioContext | undefined

export async function playSound(): Promise<void> {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') await audio.resume()
  for (const [index, pitch] of [880, 1_175].entries()) sound(audio, pitch, audio.currentTime + index * 0.14)
}

function sound(context: AudioContext, pitch: number, at: number): void {
  const tone = new OscillatorNode(context, { frequency: pitch, type: 'sine' })
  const loudness = new GainNode(context, { gain: 0 })
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(0.12, at + 0.01)
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5)
  tone.connect(loudness).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.5)
}
