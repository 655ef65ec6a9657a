// A thread of a search, as a file of this program: the build makes it a file of its own.
import '@countersign/runner/search-worker'
