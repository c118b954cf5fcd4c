"""How helpers of compiled functions are compiled: once each, and only as parts of an entry point.

Numba would optimise every helper together with all helpers that it calls, turn it into machine code that nobody runs,
and do so again for every width of integer: with rules in many small functions, most of the time of a first start.
"""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager
from numba.extending import models, register_model

# Numba is only half typed.
CodeLibrary: Any = JITCodeLibrary
BaseCompiler: Any = Compiler
DispatcherType: Any = types.Dispatcher
PassBuilder: Any = DefaultPassBuilder
Passes: Any = PassManager


UNNEEDED = {
    "WithLift",
    "InlineClosureLikes",
    "GenericRewrites",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
}
"""Steps of Numba for closures, literals, array expressions and the like."""


class Parts(CodeLibrary):  # type: ignore[misc]
    """The code of a helper, kept as it is until an entry point takes it in."""

    def _optimize_final_module(self) -> None:
        """Left to the entry point."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """There is no machine code."""
        return 0

    @property
    def codegen(self) -> "Parts":
        """Whom Numba asks to attach Python's environment to the machine code."""
        return self

    def set_env(self, name: str, env: object) -> None:
        """Rules need no Python."""


class CalledParts(Parts):
    """The code of a helper that is called, not copied to where it is used."""

    def finalize(self) -> None:
        """Say so to LLVM."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super().finalize()


class VectorParts(CalledParts):
    """The code of a helper whose loops use the processor's vectors: entry points leave loops as they are."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(loop_vectorize=True, opt=3)
        passes.run(self._final_module, builder)


class HelperCompiler(BaseCompiler):  # type: ignore[misc]
    """Compiles a helper into parts."""

    def compile_extra(self, func: Callable[..., object]) -> Any:
        """Begin with a library of our own."""
        self.state.library = self.kind(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)

    @property
    def kind(self) -> type[Parts]:
        """Which parts."""
        return Parts if self.state.flags.forceinline else CalledParts

    def define_pipelines(self) -> list[Any]:
        """Numba's own steps, without those that plain loops over records never need."""
        complete = PassBuilder.define_nopython_pipeline(self.state)
        needed = Passes("helper")
        for step, description in complete.passes:
            if step.__name__ not in UNNEEDED:
                needed.add_pass(step, description)
        needed.finalize()
        return [needed]


class VectorCompiler(HelperCompiler):
    """Compiles a helper into parts with vectors."""

    kind = VectorParts


class HelperType(DispatcherType):  # type: ignore[misc]
    """How compiled functions call a helper: with 64-bit integers, so that it is compiled only once."""

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
        """Widen the arguments."""
        return super().get_call_type(context, tuple(map(widen, args)), kws)


register_model(HelperType)(models.OpaqueModel)


def widen(kind: Any) -> Any:
    """The type that stands for all integers that fit into 64 bits; other types stay."""
    plain: Any = types.unliteral(kind)  # type: ignore[no-untyped-call]
    if not isinstance(plain, types.Integer) or plain is types.uint64:
        return plain
    return types.int64
