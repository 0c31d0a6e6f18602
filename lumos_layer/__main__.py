"""`python -m lumos_layer` is the command `lumos`."""

from lumos_layer.interfaces.cli import app

if __name__ == "__main__":
    app(prog_name="lumos")
