"""Role sets that perception decides by, in one place."""

from __future__ import annotations

from lumos_layer.tree import Role

# Never dropped for their size or want of a name.
MODAL = frozenset((Role.DIALOG, Role.ALERTDIALOG, Role.ALERT, Role.MENU))

# Open before what they belong to, and ask for an answer.
DIALOGS = frozenset((Role.DIALOG, Role.ALERTDIALOG))

# Hold other things; printed as groups where that says something.
CONTAINERS = frozenset(
    (
        Role.ALERT, Role.ALERTDIALOG, Role.APPLICATION, Role.ARTICLE, Role.BANNER, Role.COMPLEMENTARY, Role.CONTENTINFO,
        Role.DIALOG, Role.DOCUMENT, Role.FEED, Role.FIGURE, Role.FORM, Role.GRID, Role.GROUP, Role.LIST, Role.LISTBOX, Role.LOG,
        Role.MAIN, Role.MENU, Role.MENUBAR, Role.NAVIGATION, Role.NOTE, Role.RADIOGROUP, Role.REGION, Role.ROWGROUP, Role.SEARCH,
        Role.STATUS, Role.TABLE, Role.TABLIST, Role.TABPANEL, Role.TOOLBAR, Role.TOOLTIP, Role.TREE, Role.TREEGRID, Role.WINDOW,
    )
)  # fmt: skip

# One of many of a kind: its words tell apart what stands in it.
ROWS = frozenset((Role.ROW, Role.LISTITEM, Role.TREEITEM, Role.ARTICLE))

# Take what is typed.
TYPED = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON))

# Take what was typed or chosen; what stands right before one is its label.
FIELDS = TYPED | {Role.SLIDER, Role.LISTBOX}

# Have a value between a least (0 unless said) and a greatest (100 unless said).
RANGES = frozenset((Role.SLIDER, Role.SPINBUTTON, Role.SCROLLBAR, Role.PROGRESSBAR, Role.METER))

# Say something by being there, although nothing can be done with them.
TELLING = frozenset((Role.PROGRESSBAR, Role.METER))

# Kept by the first walk although they may have no name and nothing can be done with them.
SPEAKING = TELLING | MODAL | {Role.WINDOW, Role.APPLICATION}

# Chosen from a list or menu that may be open although its parts have no area.
CHOICES = frozenset((Role.OPTION, Role.LISTITEM, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.TREEITEM))

# Text inside is what they hold, not what they are called.
HOLDERS = FIELDS | CONTAINERS | {Role.SCROLLBAR}
