// Why a turn of the built-in agent ended without an answer, and what its model got wrong.
export const TURNS = {
  'turn.stopped': 'You stopped it.',
  'turn.said-stop': 'You said stop.',
  'turn.stuck': 'The same call failed three times in a row, and nobody said that it should go on.',
  'turn.steps': { other: 'The turn has taken {count} steps, which is the limit. Write again to go on.' },
  'turn.minutes': { other: 'The turn has taken {count} minutes, which is the limit. Write again to go on.' },
  'turn.tokens': { other: 'The turn has used {count} tokens, which is the limit. Write again to go on.' },
  'turn.too-long': 'The conversation is too long for the model, even after it was shortened. Begin a new session.',
  'turn.longer-than-context': { other: "The conversation is longer than the {count} tokens of the model's context." },
  'turn.model-gone': 'The model {model} is not configured any more. Start a session with another one.',
  'turn.internal': 'An internal error occurred; see the log of the server.',

  'question.repeated-failure': '{tool} failed {times} times in a row with the same parameters: {reason}. Shall I go on?',
  'question.no-success': 'it did not succeed',
  'question.go-on': 'go on',
  'question.stop': 'stop',

  'model.key': 'The model "{model}" ({provider}) did not accept the API key. {advice}',
  'model.forbidden': 'The model "{model}" ({provider}) refused: the API key may not use it.{said} {advice}',
  'model.quota':
    'The model "{model}" ({provider}) refused: the quota or the credit of its account is used up.{said} Fix that at the provider, or choose another model.',
  'model.overloaded':
    'The model "{model}" ({provider}) is overloaded or limits how often it may be asked{also}.{wait} Write again later, or choose another model.',
  'model.failing': 'The model "{model}" ({provider}) has a problem on its side{also}.{said} Write again later, or choose another model.',
  'model.too-long':
    'The conversation is too long for the model "{model}" ({provider}). Begin a new session, or choose a model with a longer context.',
  'model.not-found':
    'The model "{model}" ({provider}) does not exist at {url}: it was asked for as "{asked}".{said} Correct `model` or `base_url` in the models file, or load the model there.',
  'model.unreachable':
    'The model "{model}" ({provider}) cannot be reached at {url}{also} ({detail}). Is it running, and is `base_url` right?',
  'model.cut':
    'The model "{model}" ({provider}) broke off before its answer was whole{also}. Write again; if it happens again, check that `base_url` ({url}) is right, or choose another model.',
  'model.silent':
    'The model "{model}" ({provider}) said nothing for five minutes{also}. It may be too large for its machine, or the conversation may be too long: choose a smaller model or begin a new session.',
  'model.malformed':
    'The model "{model}" ({provider}) answered with something that is no answer of a model{also}. Is `provider` right, and does `base_url` ({url}) end as the provider says, often in /v1?',
  'model.empty': 'The model "{model}" ({provider}) gave an empty answer{also}. Write again, or choose another model.',
  'model.filtered':
    'The model "{model}" ({provider}) was stopped by its provider\'s content filter. Say it in other words, or choose another model.',
  'model.no-room':
    'The model "{model}" ({provider}) used up its output tokens before it said anything. Raise `max_output_tokens` in the models file, or choose another model.',
  'model.no-tools':
    'The model "{model}" ({provider}) cannot call tools as it is served.{said} Choose a model that can, or turn tool calls on where it is served (docs/models.md).',
  'model.other': 'The model "{model}" ({provider}) refused the request.{said} See docs/models.md, or choose another model.',
  'model.new-key': 'Put a good key into {source} and start the server again.',
  'model.name-key': 'Name one with `api_key_env` or `api_key_file` in the models file.',
  /** These continue a sentence, or begin one after a blank. */
  'model.also': { other: ', also after {count} tries' },
  'model.wait': { other: ' It asks to wait {count} seconds.' },
  'model.said': ' It says: "{words}"',

  'call.no-such-tool': 'There is no tool "{tool}". The tools are: {tools}. Nothing was run.',
  'call.no-tools': 'There is no tool "{tool}". There are no tools here. Nothing was run.',
  'call.not-object':
    'The arguments of {tool} are not one JSON object: {shown}\nNothing was run. Make the call again with one JSON object that fits its parameters.',
  'call.cut-off':
    'The arguments of {tool} are not one JSON object: {shown}\nThey were cut off at the limit of output tokens: send less in one call. Nothing was run. Make the call again with one JSON object that fits its parameters.',
  'turn.answer-cut': '(The answer was cut off here: the limit of output tokens was reached.)',
} as const
