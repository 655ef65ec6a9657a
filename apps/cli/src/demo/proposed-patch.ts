// The patch that the demo's agent proposes: three hunks, one of which is better dropped.
export const PROPOSED_PATCH = `--- a/src/greet.js
+++ b/src/greet.js
@@ -1 +1,4 @@
-export const greet = (name) => 'Hello, ' + name + '!'
+const HELLO = { en: 'Hello', fr: 'Bonjour', es: 'Hola' }
+
+export const greet = (name, language = 'en') =>
+  HELLO[language] + ', ' + name + '!'
--- a/test/greet.test.js
+++ b/test/greet.test.js
@@ -5,3 +5,7 @@
 test('greets by name', () => {
   assert.equal(greet('Ada'), 'Hello, Ada!')
 })
+
+test('greets in French', () => {
+  assert.equal(greet('Ada', 'fr'), 'Bonjour, Ada!')
+})
--- a/README.md
+++ b/README.md
@@ -3,3 +3,3 @@
 A small project to try Countersign on.
 
-- TODO: greet in more languages
+The best greeting library in the world!
`

export const PATCHED_FILES = ['src/greet.js', 'test/greet.test.js', 'README.md'] as const
