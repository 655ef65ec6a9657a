// The theme of the editor. Every colour is a variable of the page, so that light, dark and a host's theme apply.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const code = (name: string): string => `var(--cs-code-${name})`

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: code('keyword') },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted], color: code('string') },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape], color: code('number') },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: code('comment'), fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: code('type') },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.variableName)], color: code('name') },
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], color: code('property') },
  { tag: tags.heading, color: code('keyword'), fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: code('string'), textDecoration: 'underline' },
  { tag: [tags.deleted, tags.invalid], color: 'var(--cs-high)' },
])

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--cs-text)', backgroundColor: 'var(--cs-panel)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--cs-font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--cs-accent)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--cs-accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--cs-panel)', color: 'var(--cs-muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 12px 0 16px', minWidth: '32px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--cs-sunken) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--cs-text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--cs-code-selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--cs-medium-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--cs-medium-soft)', outline: '1px solid var(--cs-medium)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--cs-accent-soft)', outline: '1px solid var(--cs-accent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--cs-accent-soft)' },
  '.cm-specialChar': { color: 'var(--cs-high)' },
  '.cm-line.cs-line-added': { backgroundColor: 'var(--cs-added)' },
  '.cm-line.cs-line-removed': { boxShadow: 'inset 0 2px 0 var(--cs-high)' },
  '.cm-lineNumbers .cs-edge-added': { boxShadow: 'inset 3px 0 0 var(--cs-low)' },
  '.cm-lineNumbers .cs-edge-removed': { boxShadow: 'inset 3px 0 0 var(--cs-high)' },
  '.cm-panels': { backgroundColor: 'var(--cs-raised)', color: 'var(--cs-text)', borderColor: 'var(--cs-line)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--cs-line)' },
  '.cm-panel.cm-search': { padding: '6px 32px 6px 8px', fontFamily: 'var(--cs-font)', fontSize: '13px' },
  '.cm-panel.cm-search label': { fontSize: '12px', marginRight: '8px' },
  '.cm-textfield': {
    backgroundColor: 'var(--cs-panel)',
    color: 'var(--cs-text)',
    border: '1px solid var(--cs-strong-line)',
    borderRadius: '6px',
    padding: '3px 8px',
    fontSize: '13px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--cs-raised)',
    color: 'var(--cs-text)',
    border: '1px solid var(--cs-line)',
    borderRadius: '6px',
    padding: '3px 10px',
    fontSize: '12px',
  },
  '.cm-button:hover': { backgroundColor: 'var(--cs-sunken)' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--cs-muted)', fontSize: '18px', padding: '0 8px' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible': { outline: '2px solid var(--cs-accent)', outlineOffset: '1px' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--cs-sunken)', color: 'var(--cs-muted)', border: 'none', padding: '0 4px' },
  '.cm-tooltip': { backgroundColor: 'var(--cs-raised)', border: '1px solid var(--cs-line)' },
  '&.cm-merge-b .cm-changedLine, .cm-changedLine': { backgroundColor: 'var(--cs-added)' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--cs-removed)' },
  '.cm-deletedChunk': { paddingLeft: '6px' },
  // An underline: a darker background would leave too little contrast.
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': { background: 'none', boxShadow: 'inset 0 -2px 0 var(--cs-high)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', boxShadow: 'inset 0 -2px 0 var(--cs-low)' },
  '.cm-collapsedLines': { background: 'var(--cs-sunken)', color: 'var(--cs-muted)' },
})

export const editorTheme = () => [look, syntaxHighlighting(highlight)]
